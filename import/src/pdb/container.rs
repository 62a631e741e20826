//! The container of a PDB file, which Microsoft calls MSF: numbered streams, each scattered over pages of the file.
//!
//! ```text
//! page 0:              magic, page size, …, number of pages, size of the directory, …, pages of the block map
//! block map:           the pages of the directory
//! directory:           number of streams, the size of each, the pages of each
//! ```

use super::cursor::Cursor;
use crate::ImportError;
use crate::limits::{PAGE_SIZE_LIMIT, STREAMS_LIMIT};

/// The magic bytes of a PDB file.
pub(super) const MAGIC: &[u8] = b"Microsoft C/C++ MSF 7.00\r\n\x1aDS\0\0\0";

/// The size of a stream that does not exist.
const ABSENT: u32 = u32::MAX;

/// An open container. No two streams share a page, so nothing in it is larger than the file.
#[derive(Debug)]
pub(super) struct Container<'a> {
    bytes: &'a [u8],
    page_size: usize,
    pages: u32,
    directory: Vec<u8>,
}

impl<'a> Container<'a> {
    /// Parses the directory.
    ///
    /// # Errors
    ///
    /// The file is truncated, or a number in its first page or its directory is impossible.
    pub(super) fn open(bytes: &'a [u8]) -> Result<Self, ImportError> {
        let mut head = Cursor::new(bytes);
        let fail = |at: usize, problem: String| Err(malformed("the file", at, problem));
        let numbers = head.take(MAGIC.len()).and_then(|_| {
            let page_size = head.u32()?;
            let _free_page_map = head.u32()?;
            let numbers = (page_size, head.u32()?, head.u32()?);
            head.u32().map(|_| numbers)
        });
        let Some((page_size, pages, directory_size)) = numbers else {
            return fail(bytes.len(), "it ends within its header".to_owned());
        };
        let page_size = usize::try_from(page_size).unwrap_or(usize::MAX);
        if !page_size.is_power_of_two() || !(512..=PAGE_SIZE_LIMIT).contains(&page_size) {
            let problem = format!(
                "a page size of {page_size}: expected a power of two from 512 to {PAGE_SIZE_LIMIT}"
            );
            return fail(0x20, problem);
        }
        let expected = u64::from(pages).saturating_mul(page_size as u64);
        if expected > bytes.len() as u64 {
            let problem = format!(
                "it is truncated: it has {} of the {expected} bytes of its {pages} pages",
                bytes.len()
            );
            return fail(bytes.len(), problem);
        }
        // A page belongs to at most one stream.
        let most = 4 * (u64::from(pages) + STREAMS_LIMIT as u64 + 1);
        if u64::from(directory_size) > most {
            let problem = format!(
                "a directory of {directory_size} bytes: {pages} pages have one of at most {most}"
            );
            return fail(0x2c, problem);
        }
        let mut container = Self {
            bytes,
            page_size,
            pages,
            directory: Vec::new(),
        };
        let size = usize::try_from(directory_size).unwrap_or(usize::MAX);
        let map_size = size.div_ceil(page_size) * 4;
        let map = container.page_numbers(&mut head, map_size, "the file")?;
        let map = container.gather(&map, map_size)?;
        let pages =
            container.page_numbers(&mut Cursor::new(&map), size, "the map of the directory")?;
        container.directory = container.gather(&pages, size)?;
        Ok(container)
    }

    /// The content of a stream; `None` if the container has no such stream.
    ///
    /// # Errors
    ///
    /// The directory is malformed, or a page of the stream is not in the file.
    pub(super) fn stream(&self, number: usize) -> Result<Option<Vec<u8>>, ImportError> {
        let mut directory = Cursor::new(&self.directory);
        let truncated = |at: usize| {
            malformed(
                "the stream directory",
                at,
                format!("it ends before stream {number}"),
            )
        };
        let count = directory.u32().ok_or_else(|| truncated(0))?;
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        if count > STREAMS_LIMIT {
            let problem = format!("{count} streams: expected at most {STREAMS_LIMIT}");
            return Err(malformed("the stream directory", 0, problem));
        }
        if number >= count {
            return Ok(None);
        }
        let sizes = directory.take(4 * count);
        let sizes = sizes.ok_or_else(|| truncated(directory.at()))?;
        let sizes = sizes.chunks_exact(4).map(|size| {
            let size = size
                .first_chunk()
                .map_or(ABSENT, |it| u32::from_le_bytes(*it));
            (size != ABSENT).then_some(size as usize)
        });
        let mut own = None;
        for (at, size) in sizes.take(number + 1).enumerate() {
            if at == number {
                own = size;
            } else {
                let pages = size.unwrap_or(0).div_ceil(self.page_size);
                let skipped = directory.take(pages.saturating_mul(4));
                skipped.ok_or_else(|| truncated(directory.at()))?;
            }
        }
        let Some(size) = own else {
            return Ok(None);
        };
        let pages = self.page_numbers(&mut directory, size, "the stream directory")?;
        self.gather(&pages, size).map(Some)
    }

    /// Reads as many page numbers as `size` bytes need.
    fn page_numbers(
        &self,
        from: &mut Cursor<'_>,
        size: usize,
        place: &'static str,
    ) -> Result<Vec<u32>, ImportError> {
        let count = size.div_ceil(self.page_size);
        let at = from.at();
        let taken = from.take(count.saturating_mul(4)).ok_or_else(|| {
            malformed(place, at, format!("it ends before a list of {count} pages"))
        })?;
        let numbers = taken.chunks_exact(4).filter_map(<[u8]>::first_chunk);
        let numbers: Vec<u32> = numbers.map(|it| u32::from_le_bytes(*it)).collect();
        match numbers.iter().position(|page| *page >= self.pages) {
            Some(wrong) => Err(malformed(
                place,
                at + 4 * wrong,
                format!("page {}: the file has {} pages", numbers[wrong], self.pages),
            )),
            None => Ok(numbers),
        }
    }

    /// The first `size` bytes of these pages.
    fn gather(&self, pages: &[u32], size: usize) -> Result<Vec<u8>, ImportError> {
        if size > self.bytes.len() {
            let problem = format!(
                "a stream of {size} bytes, in a file of {}",
                self.bytes.len()
            );
            return Err(malformed("the stream directory", 0, problem));
        }
        let mut content = Vec::with_capacity(size);
        for page in pages {
            let start = *page as usize * self.page_size;
            let wanted = (size - content.len()).min(self.page_size);
            let bytes = self.bytes.get(start..).and_then(|rest| rest.get(..wanted));
            let problem = || malformed("the file", start, format!("it ends within page {page}"));
            content.extend_from_slice(bytes.ok_or_else(problem)?);
        }
        Ok(content)
    }
}

/// The error for malformed bytes, with their place.
pub(super) fn malformed(place: &'static str, at: usize, problem: String) -> ImportError {
    ImportError::Bytes { place, at, problem }
}
