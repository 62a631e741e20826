//! TLS with rustls: certificate and key are read from files at the start and on reload.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use arc_swap::ArcSwap;
use thiserror::Error;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::{self, PemObject};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{self, ServerConfig};

use crate::settings::Settings;

/// HTTP/2 in ALPN.
pub(super) const HTTP2: &[u8] = b"h2";

#[derive(Debug, Error)]
pub enum TlsError {
    #[error("{}: {error}: expected {expected} as PEM", .path.display())]
    File {
        path: PathBuf,
        error: pem::Error,
        expected: &'static str,
    },
    #[error("tls-certificate and tls-key cannot be used: {0}")]
    Pair(#[from] rustls::Error),
}

/// The certificate and the key as last read.
#[derive(Clone)]
pub struct Tls {
    certificate: PathBuf,
    key: PathBuf,
    acceptor: Arc<ArcSwap<TlsAcceptor>>,
}

impl std::fmt::Debug for Tls {
    /// Shows the paths, never the contents.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tls")
            .field("certificate", &self.certificate)
            .field("key", &self.key)
            .finish_non_exhaustive()
    }
}

impl Tls {
    /// TLS as configured; `None` without certificate and key.
    pub fn of(settings: &Settings) -> Result<Option<Self>, TlsError> {
        let (Some(certificate), Some(key)) = (&settings.tls_certificate, &settings.tls_key) else {
            return Ok(None);
        };
        let acceptor = acceptor(certificate, key)?;
        Ok(Some(Self {
            certificate: certificate.clone(),
            key: key.clone(),
            acceptor: Arc::new(ArcSwap::from_pointee(acceptor)),
        }))
    }

    /// Reads both files again for new connections; on an error the old ones stay.
    pub fn renew(&self) -> Result<(), TlsError> {
        let acceptor = acceptor(&self.certificate, &self.key)?;
        self.acceptor.store(Arc::new(acceptor));
        Ok(())
    }

    pub(super) fn acceptor(&self) -> TlsAcceptor {
        TlsAcceptor::clone(&self.acceptor.load())
    }
}

fn acceptor(certificate: &Path, key: &Path) -> Result<TlsAcceptor, TlsError> {
    let failed = |path: &Path, expected| {
        let path = path.to_owned();
        move |error| TlsError::File {
            path,
            error,
            expected,
        }
    };
    let chain = CertificateDer::pem_file_iter(certificate)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .map_err(failed(certificate, "a chain of certificates"))?;
    let secret = PrivateKeyDer::from_pem_file(key).map_err(failed(key, "a private key"))?;
    let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_single_cert(chain, secret)?;
    config.alpn_protocols = vec![HTTP2.to_vec(), b"http/1.1".to_vec()];
    Ok(TlsAcceptor::from(Arc::new(config)))
}
