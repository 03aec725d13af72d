/*!
TLS by rustls: always verified, with the system's roots and, if given, one more.

The provider is named, never taken from the process: a second one linked in by some library would make the default a
panic.
*/

use super::stream::{Socket, Wire};
use super::{Server, Tls};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};
use std::io;
use std::path::Path;
use std::sync::Arc;

/// A handshake may take so many bytes; chains of certificates are long, but not this long.
const HANDSHAKE_BYTES: u64 = 256 * 1024;

/// A server to connect to, with the roots that were read for it.
pub(super) struct Peer {
    pub(super) server: Server,
    roots: Option<Arc<ClientConfig>>,
}

impl Peer {
    pub(super) fn new(server: &Server) -> Peer {
        Peer { server: server.clone(), roots: None }
    }

    /// Connects, with TLS where it starts at the first byte. For STARTTLS the caller goes on with [`Peer::secure`].
    pub(super) fn connect(&mut self) -> io::Result<Wire> {
        let socket = Socket::connect(&self.server)?;
        match self.server.tls {
            Tls::Implicit => self.secure(socket),
            Tls::StartTls | Tls::None => Ok(Wire::bare(socket)),
        }
    }

    /// The TLS handshake, in whole.
    pub(super) fn secure(&mut self, socket: Socket) -> io::Result<Wire> {
        let result = self.handshake(socket);
        if result.is_err() {
            // The roots may have been renewed since we read them.
            self.roots = None;
        }
        result
    }

    fn handshake(&mut self, socket: Socket) -> io::Result<Wire> {
        let roots = match &self.roots {
            Some(roots) => Arc::clone(roots),
            None => Arc::clone(self.roots.insert(read_roots(self.server.ca_file.as_deref())?)),
        };
        let name = ServerName::try_from(self.server.host.clone())
            .map_err(|_| io::Error::other("the host is no name a certificate could be for"))?;
        let connection = ClientConnection::new(roots, name).map_err(io::Error::other)?;
        let mut stream = StreamOwned::new(connection, socket);
        stream.sock.limits().begin(HANDSHAKE_BYTES);
        while stream.conn.is_handshaking() {
            stream.conn.complete_io(&mut stream.sock)?;
        }
        Ok(Wire::tls(stream))
    }
}

fn read_roots(extra: Option<&Path>) -> io::Result<Arc<ClientConfig>> {
    let mut roots = RootCertStore::empty();
    // Single system certificates that cannot be read are skipped; without any, the handshake says so.
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    if let Some(path) = extra {
        let wrong = |what: String| io::Error::other(format!("ca_file {}: {what}", path.display()));
        let mut added = 0;
        for certificate in CertificateDer::pem_file_iter(path).map_err(|e| wrong(e.to_string()))? {
            roots.add(certificate.map_err(|e| wrong(e.to_string()))?).map_err(|e| wrong(e.to_string()))?;
            added += 1;
        }
        if added == 0 {
            return Err(wrong("holds no certificate".into()));
        }
    }
    if roots.is_empty() {
        return Err(io::Error::other(
            "no root certificates on this system; install its CA certificates or set ca_file",
        ));
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(io::Error::other)?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(Arc::new(config))
}
