/*!
Notes: what a letter says to its own writer is kept, whatever becomes of the rest of it.

This room does not know how notes come back.
*/

use super::Case;
use crate::club::Note;
use crate::game::{Game, Page, Phase, PlayerId, Refusal};
use crate::interpret::Reading;
use crate::store::StoreError;

impl Case<'_> {
    /// Keeps the notes of a letter about a game, as it stands after that letter; tells which page says so. `ended`: it is
    /// over by this letter.
    pub(super) fn keep_notes(
        &self,
        game: &Game,
        player: PlayerId,
        reading: &Reading,
        ended: bool,
    ) -> Result<Option<Page>, StoreError> {
        if reading.notes.is_empty() {
            return Ok(None);
        }
        match game.phase() {
            Phase::Playing(_) => {}
            Phase::Over(_) if ended => {}
            Phase::Offered => return Ok(Some(Page::Refused(Refusal::NotStarted))),
            Phase::Over(_) => return Ok(Some(Page::Refused(Refusal::GameOver))),
        }
        let more: usize = reading.notes.iter().map(|note| note.chars().count()).sum();
        let kept = self.tx.noted_characters(game.id(), player)?;
        if kept + more as u64 > u64::from(self.arbiter.limits.note_characters) {
            return Ok(Some(Page::Refused(Refusal::NotesFull)));
        }
        for text in &reading.notes {
            let note = Note { ply: game.ply(), text: text.clone() };
            self.tx.keep_note(game.id(), player, &note, self.now)?;
        }
        Ok(Some(Page::NoteKept { count: u32::try_from(reading.notes.len()).unwrap_or(u32::MAX) }))
    }
}
