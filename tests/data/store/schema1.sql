-- What the program of the first schema wrote until 3. Bb5 in a game under way, Black to move.
PRAGMA foreign_keys = OFF;
BEGIN TRANSACTION;
CREATE TABLE letters (
    digest      BLOB    NOT NULL PRIMARY KEY,
    mailbox_key TEXT    NOT NULL,
    received_at INTEGER NOT NULL,
    noted_at    INTEGER NOT NULL,
    outcome     TEXT    NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO letters VALUES(X'128ea56814bdadedecc2f422ac6b485e92ebbdb1f297f9f4f22013607e3103f9','1796121560.M000002.example',1796121560,1796121560,'confirmed');
INSERT INTO letters VALUES(X'16cb5b140733c2a2647c0212dac25f63d03dd77a03ba847731a7d5bb5e19164e','1796121560.M000005.example',1796121560,1796121560,'done');
INSERT INTO letters VALUES(X'17ef7c180ae4ec89524d7fcb31452afc1940262eb58aaf7d670c24b07401b826','1796121560.M000001.example',1796121560,1796121560,'asked');
INSERT INTO letters VALUES(X'66fc08581d25074f1fc0c34a89d9382f55d12f3d2f35cf5a6424f3d35fe44b4e','1796121560.M000003.example',1796121560,1796121560,'done');
INSERT INTO letters VALUES(X'7b32f768a2784d20928f56c663a5bba07aa8400e68d5ae32ad96dd76c3496cb3','1796121560.M000006.example',1796121560,1796121560,'done');
INSERT INTO letters VALUES(X'7d535d831fd8d11f915ab0d50ce3c4c223c087b6b911a59337088332bfc180d5','1796121560.M000004.example',1796121560,1796121560,'done');
INSERT INTO letters VALUES(X'7f8c6087514490def8a975788049f4e0dd70bc17f899e211710f739f66db4755','1796121560.M000007.example',1796121560,1796121560,'done');
INSERT INTO letters VALUES(X'bdfbf25f06241bc66f68e9c439f73b5aaf5295bca7c61d299c2f217699a72c86','1796121560.M000009.example',1796121560,1796121560,'asked');
INSERT INTO letters VALUES(X'ed7b0974b89be7fce4ffa0ad5c22238c6df2ef442e7326c07f3dd14b14cf96e9','1796121560.M000008.example',1796121560,1796121560,'done');
CREATE TABLE players (
    id         INTEGER NOT NULL PRIMARY KEY,
    canonical  TEXT    NOT NULL UNIQUE,      -- the address in lower case: what makes two addresses the same
    address    TEXT    NOT NULL,             -- as first written
    name       TEXT    NOT NULL,
    language   TEXT    NOT NULL,
    standing   TEXT    NOT NULL CHECK (standing IN ('unconfirmed', 'confirmed', 'stopped')),
    settings   TEXT    NOT NULL,             -- JSON, see store/wire.rs
    epoch      INTEGER NOT NULL,
    known_at   INTEGER NOT NULL
) STRICT;
INSERT INTO players VALUES(1,'anna@example.org','anna@example.org','anna','en','confirmed','{"always_queen":false,"picture":"large","v":1,"zone":null}',0,1796121560);
INSERT INTO players VALUES(2,'ben@example.net','ben@example.net','ben','en','confirmed','{"always_queen":false,"picture":"large","v":1,"zone":null}',0,1796121560);
CREATE TABLE games (
    id       TEXT    NOT NULL PRIMARY KEY,
    first    INTEGER NOT NULL REFERENCES players,
    second   INTEGER NOT NULL REFERENCES players,
    phase    TEXT    NOT NULL CHECK (phase IN ('offered', 'playing', 'over')),
    seq      INTEGER NOT NULL,
    ply      INTEGER NOT NULL,
    begun_at INTEGER NOT NULL,
    last_at  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO games VALUES('kp-ycwx5fp',1,2,'playing',13,5,1796121560,1796121560);
CREATE TABLE events (
    game TEXT    NOT NULL REFERENCES games,
    seq  INTEGER NOT NULL,
    at   INTEGER NOT NULL,
    fact TEXT    NOT NULL,                   -- JSON, see store/wire.rs
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO events VALUES('kp-ycwx5fp',1,1796121560,'{"by":"first","drawn":false,"is":"offered","players":[1,2],"terms":{"fifty":"claim","offer_gap":10,"rated":false,"scope_opponent":false,"scope_own":false,"start":null,"takebacks":true,"threefold":"claim","time":"3d","variant":"chess"},"v":1}');
INSERT INTO events VALUES('kp-ycwx5fp',2,1796121560,'{"is":"started","v":1}');
INSERT INTO events VALUES('kp-ycwx5fp',3,1796121560,'{"is":"told","ply":0,"side":"first","v":1}');
INSERT INTO events VALUES('kp-ycwx5fp',4,1796121560,'{"by":"first","is":"moved","mv":{"from":12,"is":"step","to":28},"v":1}');
INSERT INTO events VALUES('kp-ycwx5fp',5,1796121560,'{"is":"told","ply":1,"side":"second","v":1}');
INSERT INTO events VALUES('kp-ycwx5fp',6,1796121560,'{"by":"second","is":"moved","mv":{"from":52,"is":"step","to":36},"v":1}');
INSERT INTO events VALUES('kp-ycwx5fp',7,1796121560,'{"is":"told","ply":2,"side":"first","v":1}');
INSERT INTO events VALUES('kp-ycwx5fp',8,1796121560,'{"by":"first","is":"moved","mv":{"from":6,"is":"step","to":21},"v":1}');
INSERT INTO events VALUES('kp-ycwx5fp',9,1796121560,'{"is":"told","ply":3,"side":"second","v":1}');
INSERT INTO events VALUES('kp-ycwx5fp',10,1796121560,'{"by":"second","is":"moved","mv":{"from":57,"is":"step","to":42},"v":1}');
INSERT INTO events VALUES('kp-ycwx5fp',11,1796121560,'{"is":"told","ply":4,"side":"first","v":1}');
INSERT INTO events VALUES('kp-ycwx5fp',12,1796121560,'{"by":"first","is":"moved","mv":{"from":5,"is":"step","to":33},"v":1}');
INSERT INTO events VALUES('kp-ycwx5fp',13,1796121560,'{"is":"told","ply":5,"side":"second","v":1}');
CREATE TABLE tokens (
    hash     BLOB    NOT NULL PRIMARY KEY,
    player   INTEGER NOT NULL REFERENCES players,
    kind     TEXT    NOT NULL CHECK (kind IN ('seat', 'invitation', 'question')),
    game     TEXT    REFERENCES games,
    ply      INTEGER,
    question INTEGER REFERENCES questions
) STRICT, WITHOUT ROWID;
INSERT INTO tokens VALUES(X'1e7ee43472e770c6a25e8876a5821a2f2630ada4af22caeaa1930787a38f2e10',1,'seat','kp-ycwx5fp',3,NULL);
INSERT INTO tokens VALUES(X'322a2e58dbd44fb13a1ad5de58bb2408be92e0814d5f387023e317e289a34dab',1,'seat','kp-ycwx5fp',0,NULL);
INSERT INTO tokens VALUES(X'487eb958d34b279a13f1fbc75fd99ba52ce3506ed96acc7f1fc38c6da36c23fe',2,'invitation','kp-ycwx5fp',NULL,NULL);
INSERT INTO tokens VALUES(X'52f8e842b8f86bb9721382e8352531d670d4e9023a64e32763160b9c2ce893ef',2,'seat','kp-ycwx5fp',0,NULL);
INSERT INTO tokens VALUES(X'61d0215aa4ef3f86bed90c97c90f9a50bc4273cb8f1ef835bdbe2d2647b046f4',1,'question',NULL,NULL,1);
INSERT INTO tokens VALUES(X'66fdbeaa7ddf86667174c13933b52cedec174253d091ce148ad8db124ead36a8',2,'seat','kp-ycwx5fp',4,NULL);
INSERT INTO tokens VALUES(X'6ddf709c12a4c070dabe769753e0459794d4e8a65d76fd217d7ed61d3f4d2dd2',1,'seat','kp-ycwx5fp',5,NULL);
INSERT INTO tokens VALUES(X'8ea9746f65884b2dba4caad5957f0b55af856ab8e54df6d2c1a07f42010cdb87',1,'seat','kp-ycwx5fp',4,NULL);
INSERT INTO tokens VALUES(X'9ef8762440c12851827288deb7a528fd8c712e62ade867885b2369ccb18fbac0',2,'seat','kp-ycwx5fp',1,NULL);
INSERT INTO tokens VALUES(X'b20b6c76f52d4e14268aed87d5fb06724cb5e3ab9a78bc0ca5b859ea2356f935',1,'seat','kp-ycwx5fp',2,NULL);
INSERT INTO tokens VALUES(X'b33392bb17bdbdf4000494ae897e0e8ae134a6c188ca9368961da90d13735798',1,'seat','kp-ycwx5fp',1,NULL);
INSERT INTO tokens VALUES(X'b7d31a0007cc6da859c1a263f4c04b5b4ea36b66518d498b5eb0ddd0f523f635',1,'invitation','kp-ycwx5fp',NULL,NULL);
INSERT INTO tokens VALUES(X'd26fc167a2951fa6aa3f997417e44bcf0af2acf3133e9a6ee7c253ba7a16ac2a',1,'question',NULL,NULL,2);
INSERT INTO tokens VALUES(X'e1ac98ba32232e3718052979a38428be2090ae2f82128c07fcf014e0b827223c',2,'seat','kp-ycwx5fp',2,NULL);
INSERT INTO tokens VALUES(X'e770cd3f95ffba72770eefa6c791269ecac5cb0c94690ca98509a702a8723dba',2,'seat','kp-ycwx5fp',5,NULL);
INSERT INTO tokens VALUES(X'ec022b8f26a8fc9fb6db3b9c9e9ed3d7739fee570b52e5935c817c5a538cad7b',2,'seat','kp-ycwx5fp',3,NULL);
CREATE TABLE questions (
    id          INTEGER NOT NULL PRIMARY KEY,
    player      INTEGER NOT NULL REFERENCES players,
    errands     TEXT    NOT NULL,            -- JSON list, see store/wire.rs
    asked_at    INTEGER NOT NULL,
    answered_at INTEGER
) STRICT;
INSERT INTO questions VALUES(1,1,'{"v":1,"wishes":[{"colour":"first","draws":null,"fen":null,"is":"invite","rated":false,"scope":null,"time":"3d","unread":[],"variant":"chess","with":"ben@example.net"}]}',1796121560,1796121560);
INSERT INTO questions VALUES(2,1,'{"v":1,"wishes":[{"colour":"random","draws":null,"fen":null,"is":"invite","rated":false,"scope":null,"time":null,"unread":[],"variant":"shogi","with":"ben@example.net"}]}',1796121560,NULL);
CREATE TABLE outbox (
    id          INTEGER NOT NULL PRIMARY KEY,
    message_id  TEXT    NOT NULL UNIQUE,
    player      INTEGER NOT NULL REFERENCES players,
    game        TEXT    REFERENCES games,
    seq         INTEGER NOT NULL,            -- last event the mail may show
    ply         INTEGER NOT NULL,            -- plies played at that event
    answer_to   TEXT    NOT NULL,            -- JSON: which token its reply address carries, see store/wire.rs
    notices     TEXT    NOT NULL,            -- JSON list, see store/wire.rs
    answers     INTEGER NOT NULL,            -- 1 if it answers its reader's own letter
    in_reply_to TEXT,
    thread      TEXT    NOT NULL,            -- JSON list of Message-IDs, oldest first
    number      INTEGER NOT NULL,            -- of the mail within its game, or for its reader
    queued_at   INTEGER NOT NULL,
    state       TEXT    NOT NULL CHECK (state IN ('queued', 'sending', 'sent', 'failed')),
    attempts    INTEGER NOT NULL,
    next_at     INTEGER NOT NULL,
    settled_at  INTEGER,
    bytes       BLOB,                        -- from the first attempt until it is settled
    return_hash BLOB    NOT NULL,            -- of the secret in its envelope sender
    trouble     TEXT                         -- what the other server said last
) STRICT;
INSERT INTO outbox VALUES(1,'gdcuuz5vzvhkfrrb7xdpa4zt.k7wo6s6e@chess.example.org',1,NULL,0,0,'{"is":"question","question":1}','{"notices":[{"about":null,"message":null,"page":{"is":"confirm_address"},"seq":0,"to":1}],"v":1}',1,'d1@mail.example.org','["d1@mail.example.org"]',1,1796121560,'sent',1,1796121560,1796121560,NULL,X'ba45093d4e87bec1032045d24da11bc1045c6148a0f36facaba18a0185d4c44d',NULL);
INSERT INTO outbox VALUES(2,'mnjma74x2n7svxn4k6mxh5sb.n3lzuezp@chess.example.org',1,'kp-ycwx5fp',1,0,'{"game":"kp-ycwx5fp","is":"invitation"}','{"notices":[{"about":{"game":"kp-ycwx5fp","side":"first"},"message":null,"page":{"is":"invitation_sent"},"seq":1,"to":1}],"v":1}',1,'d2@mail.example.org','["oiru3d2fc7jbgx5pksy6ybwz.biklesll@chess.example.org","d2@mail.example.org"]',1,1796121560,'sent',1,1796121560,1796121560,NULL,X'a1924c9596bb2713290c53d080c11f8664e8f81283e031657be9d7df98159555',NULL);
INSERT INTO outbox VALUES(3,'3bw6pjwvu7bz3pp3imr2wrl5.3hkz3cil@chess.example.org',2,'kp-ycwx5fp',1,0,'{"game":"kp-ycwx5fp","is":"invitation"}','{"notices":[{"about":{"game":"kp-ycwx5fp","side":"second"},"message":null,"page":{"is":"invitation"},"seq":1,"to":2}],"v":1}',0,'oiru3d2fc7jbgx5pksy6ybwz.biklesll@chess.example.org','["oiru3d2fc7jbgx5pksy6ybwz.biklesll@chess.example.org"]',1,1796121560,'sent',1,1796121560,1796121560,NULL,X'4638b04358f6c1287334b864faeff72578ab485be5978e0478fcf06fe0b40e56',NULL);
INSERT INTO outbox VALUES(4,'imaev7d3dfki5y7prftphojw.xomttm2c@chess.example.org',1,'kp-ycwx5fp',2,0,'{"game":"kp-ycwx5fp","is":"seat","ply":0}','{"notices":[{"about":{"game":"kp-ycwx5fp","side":"first"},"message":null,"page":{"is":"game_started"},"seq":2,"to":1},{"about":{"game":"kp-ycwx5fp","side":"first"},"message":null,"page":{"is":"your_move"},"seq":2,"to":1}],"v":1}',0,'mnjma74x2n7svxn4k6mxh5sb.n3lzuezp@chess.example.org','["oiru3d2fc7jbgx5pksy6ybwz.biklesll@chess.example.org","mnjma74x2n7svxn4k6mxh5sb.n3lzuezp@chess.example.org"]',2,1796121560,'sent',1,1796121560,1796121560,NULL,X'5aabc6f03ee90b2c8415074a976549c75c4469100a727bd722862548966aa2c6',NULL);
INSERT INTO outbox VALUES(5,'f6gi2uunu7srwzpxqun2zvyt.lz6kac4b@chess.example.org',2,'kp-ycwx5fp',2,0,'{"game":"kp-ycwx5fp","is":"seat","ply":0}','{"notices":[{"about":{"game":"kp-ycwx5fp","side":"second"},"message":null,"page":{"is":"game_started"},"seq":2,"to":2}],"v":1}',1,'d3@mail.example.org','["oiru3d2fc7jbgx5pksy6ybwz.biklesll@chess.example.org","3bw6pjwvu7bz3pp3imr2wrl5.3hkz3cil@chess.example.org","d3@mail.example.org"]',2,1796121560,'sent',1,1796121560,1796121560,NULL,X'46124d6e54516536828b5e4e494c9d08eaf4536e4ff81904a000c01be7472e62',NULL);
INSERT INTO outbox VALUES(6,'ilsmo3lm7x6gf24brhuoqmur.urkemdnd@chess.example.org',2,'kp-ycwx5fp',4,1,'{"game":"kp-ycwx5fp","is":"seat","ply":1}','{"notices":[{"about":{"game":"kp-ycwx5fp","side":"second"},"message":null,"page":{"is":"your_move"},"seq":4,"to":2}],"v":1}',0,'f6gi2uunu7srwzpxqun2zvyt.lz6kac4b@chess.example.org','["oiru3d2fc7jbgx5pksy6ybwz.biklesll@chess.example.org","f6gi2uunu7srwzpxqun2zvyt.lz6kac4b@chess.example.org"]',3,1796121560,'sent',1,1796121560,1796121560,NULL,X'6de556e1e33345ac580a74ace32a3ef3f612e1bd3e8142f7f14a237bed0a0970',NULL);
INSERT INTO outbox VALUES(7,'3qlg6xkbpcrp2rbtbvsa64id.it6fgl3o@chess.example.org',1,'kp-ycwx5fp',4,1,'{"game":"kp-ycwx5fp","is":"seat","ply":1}','{"notices":[{"about":{"game":"kp-ycwx5fp","side":"first"},"message":null,"page":{"is":"move_taken"},"seq":4,"to":1}],"v":1}',1,'d4@mail.example.org','["oiru3d2fc7jbgx5pksy6ybwz.biklesll@chess.example.org","imaev7d3dfki5y7prftphojw.xomttm2c@chess.example.org","d4@mail.example.org"]',3,1796121560,'sent',1,1796121560,1796121560,NULL,X'383e164ec7025482f15f9e763860f16239048a3eb1c0aadfa50e95edf8dfe9c5',NULL);
INSERT INTO outbox VALUES(8,'trytmim4ro3qqognszjrwi3z.upwbmsry@chess.example.org',1,'kp-ycwx5fp',6,2,'{"game":"kp-ycwx5fp","is":"seat","ply":2}','{"notices":[{"about":{"game":"kp-ycwx5fp","side":"first"},"message":null,"page":{"is":"your_move"},"seq":6,"to":1}],"v":1}',0,'3qlg6xkbpcrp2rbtbvsa64id.it6fgl3o@chess.example.org','["oiru3d2fc7jbgx5pksy6ybwz.biklesll@chess.example.org","3qlg6xkbpcrp2rbtbvsa64id.it6fgl3o@chess.example.org"]',4,1796121560,'sent',1,1796121560,1796121560,NULL,X'95c9ae72bcf89dd28d1b8b597e501cc43a8694c869eddf170b139ad595749e74',NULL);
INSERT INTO outbox VALUES(9,'lfijfmmiw6scktxm3ve77kvf.vr5kpb4m@chess.example.org',2,'kp-ycwx5fp',6,2,'{"game":"kp-ycwx5fp","is":"seat","ply":2}','{"notices":[{"about":{"game":"kp-ycwx5fp","side":"second"},"message":null,"page":{"is":"move_taken"},"seq":6,"to":2}],"v":1}',1,'d5@mail.example.org','["oiru3d2fc7jbgx5pksy6ybwz.biklesll@chess.example.org","ilsmo3lm7x6gf24brhuoqmur.urkemdnd@chess.example.org","d5@mail.example.org"]',4,1796121560,'sent',1,1796121560,1796121560,NULL,X'4e4da06793ece006feb7fc92cdb847b834ef6dc913d2a979d9546aa845d5792c',NULL);
INSERT INTO outbox VALUES(10,'m6tll5noydmgbli4iepguyot.45wskntu@chess.example.org',2,'kp-ycwx5fp',8,3,'{"game":"kp-ycwx5fp","is":"seat","ply":3}','{"notices":[{"about":{"game":"kp-ycwx5fp","side":"second"},"message":null,"page":{"is":"your_move"},"seq":8,"to":2}],"v":1}',0,'lfijfmmiw6scktxm3ve77kvf.vr5kpb4m@chess.example.org','["oiru3d2fc7jbgx5pksy6ybwz.biklesll@chess.example.org","lfijfmmiw6scktxm3ve77kvf.vr5kpb4m@chess.example.org"]',5,1796121560,'sent',1,1796121560,1796121560,NULL,X'cc8419f958bf30f1c8bde9ebcec5c77fa3afc872c692cf18c878977f52c218c1',NULL);
INSERT INTO outbox VALUES(11,'le7y4qr25rakjyr4zbz4ntia.b7ht2ckc@chess.example.org',1,'kp-ycwx5fp',8,3,'{"game":"kp-ycwx5fp","is":"seat","ply":3}','{"notices":[{"about":{"game":"kp-ycwx5fp","side":"first"},"message":null,"page":{"is":"move_taken"},"seq":8,"to":1}],"v":1}',1,'d6@mail.example.org','["oiru3d2fc7jbgx5pksy6ybwz.biklesll@chess.example.org","trytmim4ro3qqognszjrwi3z.upwbmsry@chess.example.org","d6@mail.example.org"]',5,1796121560,'sent',1,1796121560,1796121560,NULL,X'76c4e27e8c0d580ba13e6acdbb43c13515affe4d7b8433591ceb463e83ed434b',NULL);
INSERT INTO outbox VALUES(12,'2gyndksxwyjwfk7iufxk2msw.xndud3rl@chess.example.org',1,'kp-ycwx5fp',10,4,'{"game":"kp-ycwx5fp","is":"seat","ply":4}','{"notices":[{"about":{"game":"kp-ycwx5fp","side":"first"},"message":null,"page":{"is":"your_move"},"seq":10,"to":1}],"v":1}',0,'le7y4qr25rakjyr4zbz4ntia.b7ht2ckc@chess.example.org','["oiru3d2fc7jbgx5pksy6ybwz.biklesll@chess.example.org","le7y4qr25rakjyr4zbz4ntia.b7ht2ckc@chess.example.org"]',6,1796121560,'sent',1,1796121560,1796121560,NULL,X'7489375bcb6a69113541bb59fce4f8582e632232a5b51a71be4b65d8a394e450',NULL);
INSERT INTO outbox VALUES(13,'miipyyzytmtdxgdq3ht3y3es.xubsszwt@chess.example.org',2,'kp-ycwx5fp',10,4,'{"game":"kp-ycwx5fp","is":"seat","ply":4}','{"notices":[{"about":{"game":"kp-ycwx5fp","side":"second"},"message":null,"page":{"is":"move_taken"},"seq":10,"to":2}],"v":1}',1,'d7@mail.example.org','["oiru3d2fc7jbgx5pksy6ybwz.biklesll@chess.example.org","m6tll5noydmgbli4iepguyot.45wskntu@chess.example.org","d7@mail.example.org"]',6,1796121560,'sent',1,1796121560,1796121560,NULL,X'482dc9a1fd50e04718ddef18c2e16ddd4bfb6f6056ba0116809e9ac2215356bd',NULL);
INSERT INTO outbox VALUES(14,'sobkp3hy3tohw4wuxduxk7qc.jiysod46@chess.example.org',2,'kp-ycwx5fp',12,5,'{"game":"kp-ycwx5fp","is":"seat","ply":5}','{"notices":[{"about":{"game":"kp-ycwx5fp","side":"second"},"message":null,"page":{"is":"your_move"},"seq":12,"to":2}],"v":1}',0,'miipyyzytmtdxgdq3ht3y3es.xubsszwt@chess.example.org','["oiru3d2fc7jbgx5pksy6ybwz.biklesll@chess.example.org","miipyyzytmtdxgdq3ht3y3es.xubsszwt@chess.example.org"]',7,1796121560,'sent',1,1796121560,1796121560,NULL,X'191efb223603f9e0823a8458c751ad099d60b1c56c2b1f7febb7c38240d970bb',NULL);
INSERT INTO outbox VALUES(15,'3fewd2trov5m6nirry6zguei.3s6xe6ff@chess.example.org',1,'kp-ycwx5fp',12,5,'{"game":"kp-ycwx5fp","is":"seat","ply":5}','{"notices":[{"about":{"game":"kp-ycwx5fp","side":"first"},"message":null,"page":{"is":"move_taken"},"seq":12,"to":1}],"v":1}',1,'d8@mail.example.org','["oiru3d2fc7jbgx5pksy6ybwz.biklesll@chess.example.org","2gyndksxwyjwfk7iufxk2msw.xndud3rl@chess.example.org","d8@mail.example.org"]',7,1796121560,'sent',1,1796121560,1796121560,NULL,X'87dc511d6fc921b803f27d1b896d3b40734ce35b116531df68cdc9f7ddb81f2e',NULL);
INSERT INTO outbox VALUES(16,'3pjog2y6ewiuf6svbqpoyljw.voph5vop@chess.example.org',1,NULL,0,0,'{"is":"question","question":2}','{"notices":[{"about":null,"message":null,"page":{"is":"confirm_address"},"seq":0,"to":1}],"v":1}',1,'d9@mail.example.org','["d9@mail.example.org"]',2,1796121560,'sent',1,1796121560,1796121560,NULL,X'8a6bc7c8cf7cf004d87fdcb66ff65a08cb4718521ba5635f9544293b483635f3',NULL);
CREATE TABLE rates (
    kind TEXT    NOT NULL,
    who  TEXT    NOT NULL,
    at   INTEGER NOT NULL
) STRICT;
INSERT INTO rates VALUES('unproven-day','1',1796121560);
INSERT INTO rates VALUES('letter','1',1796121560);
INSERT INTO rates VALUES('invitation','1',1796121560);
INSERT INTO rates VALUES('letter','2',1796121560);
INSERT INTO rates VALUES('letter','1',1796121560);
INSERT INTO rates VALUES('letter','2',1796121560);
INSERT INTO rates VALUES('letter','1',1796121560);
INSERT INTO rates VALUES('letter','2',1796121560);
INSERT INTO rates VALUES('letter','1',1796121560);
INSERT INTO rates VALUES('unproven-hour','1',1796121560);
INSERT INTO rates VALUES('unproven-day','1',1796121560);
INSERT INTO rates VALUES('confirmation','1',1796121560);
CREATE TABLE tallies (
    name  TEXT    NOT NULL PRIMARY KEY,
    count INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO tallies VALUES('asked',2);
INSERT INTO tallies VALUES('confirmed',1);
INSERT INTO tallies VALUES('done',6);
CREATE INDEX letters_by_time ON letters (noted_at);
CREATE INDEX games_by_first ON games (first);
CREATE INDEX games_by_second ON games (second);
CREATE INDEX questions_by_player ON questions (player);
CREATE INDEX outbox_due ON outbox (state, next_at);
CREATE INDEX outbox_by_game ON outbox (game, player);
CREATE INDEX outbox_by_return ON outbox (return_hash);
CREATE INDEX rates_by_kind ON rates (kind, who, at);
COMMIT;
PRAGMA application_id = 1263555412;
PRAGMA user_version = 1;
