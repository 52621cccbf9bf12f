//! Slices in files: one each, written beside its place and then renamed, with
//! a checksum, so that a build that is cut off goes on where it was.
//!
//! A file is `DIR/VARIANT/MATERIAL.slice`:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `DAMAEGT1` |
//! | 1 | the variant's PDN game type |
//! | 4 | own men, own kings, their men, their kings |
//! | 1 | the longest quiet run |
//! | 8 | how many positions follow, little-endian |
//! | so many | a byte for each position |
//! | 32 | SHA-256 of all before |

use std::{
    fs,
    io::{self, Read, Write},
    path::{Path, PathBuf},
    sync::Arc,
};

use rules::{Variant, with_ruleset};
use sha2::{Digest, Sha256};

use super::{Material, Progress, Slice, SolveError, Tables, index::Numbering, pairs};

const MAGIC: &[u8; 8] = b"DAMAEGT1";
const HEAD: usize = 22;
const CHECKSUM: usize = 32;

/// What is wrong with one file.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is not a slice of this variant and material, or damaged.
    #[error("not an endgame table of its name, or damaged")]
    Damaged,
}

/// Why tables cannot be made or read in a folder.
#[derive(Debug, thiserror::Error)]
pub enum FilesError {
    /// A file's fault.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Its fault.
        error: FileError,
    },
    /// The tables themselves.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

impl FilesError {
    fn of<E: Into<FileError>>(path: &Path) -> impl FnOnce(E) -> FilesError {
        move |error| FilesError::File { path: path.to_owned(), error: error.into() }
    }
}

impl Tables {
    /// Reads every slice that lies in a folder, of all variants.
    ///
    /// # Errors
    /// When the folder cannot be read, or a file is damaged.
    pub fn load(dir: &Path) -> Result<Self, FilesError> {
        // Told apart from a folder without tables, which is no fault.
        fs::read_dir(dir).map_err(FilesError::of(dir))?;
        let mut tables = Tables::none();
        for variant in Variant::ALL {
            for pieces in 2..=Tables::most_pieces(variant) {
                for material in Material::all_of(pieces) {
                    if let Some(slice) = find(dir, variant, material)? {
                        tables.of_mut(variant).insert(material, Arc::new(slice));
                    }
                }
            }
        }
        Ok(tables)
    }

    /// Makes all tables of a variant from two pieces up to so many in a
    /// folder, and tells of each step. What is there already and undamaged is
    /// kept. Of the slices with the most pieces only those are held in memory
    /// that are needed just then: English with five pieces takes at most
    /// about 75 MB.
    ///
    /// # Errors
    /// When `pieces` is more than [`Tables::most_pieces`], or a file cannot be
    /// written.
    pub fn build_in(
        dir: &Path,
        variant: Variant,
        pieces: u8,
        on_progress: &mut dyn FnMut(&Progress),
    ) -> Result<(), FilesError> {
        let folder = dir.join(variant.name());
        let pairs = pairs(variant, pieces)?;
        fs::create_dir_all(&folder).map_err(FilesError::of(&folder))?;
        let of = pairs.len();
        let mut tables = Tables::none();
        for (material, done) in pairs.into_iter().zip(1..) {
            let (slices, found) = match find_pair(dir, variant, material)? {
                Some(slices) => (slices, true),
                None => (tables.solve_in(dir, variant, material)?, false),
            };
            let positions = slices.iter().map(|(_, slice)| slice.counts().positions()).sum();
            if material.pieces() < pieces {
                for (material, slice) in slices {
                    tables.of_mut(variant).insert(material, Arc::new(slice));
                }
            }
            on_progress(&Progress { material, positions, found, done, of });
        }
        Ok(())
    }

    /// Makes and writes a pair of slices. Captures lead to slices in memory,
    /// crownings to some that may be in files only.
    fn solve_in(
        &self,
        dir: &Path,
        variant: Variant,
        material: Material,
    ) -> Result<Vec<(Material, Slice)>, FilesError> {
        let mut tables = self.clone();
        let crowned = [material, material.mirrored()].map(Material::after_crowning);
        for after in crowned.into_iter().flatten() {
            if tables.slice(variant, after).is_none()
                && let Some(slice) = find(dir, variant, after)?
            {
                tables.of_mut(variant).insert(after, Arc::new(slice));
            }
        }
        let solved = tables.solve(variant, material)?;
        for (material, slice) in &solved {
            let path = path(dir, variant, *material);
            write(&path, variant, *material, slice).map_err(FilesError::of(&path))?;
        }
        Ok(solved)
    }
}

fn path(dir: &Path, variant: Variant, material: Material) -> PathBuf {
    dir.join(variant.name()).join(format!("{material}.slice"))
}

/// A slice from its file, `None` without a file.
fn find(dir: &Path, variant: Variant, material: Material) -> Result<Option<Slice>, FilesError> {
    let path = path(dir, variant, material);
    match read(&path, variant, material) {
        Err(FileError::Io(error)) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        other => other.map(Some).map_err(FilesError::of(&path)),
    }
}

/// A material and its mirror, if both are there and undamaged.
fn find_pair(
    dir: &Path,
    variant: Variant,
    material: Material,
) -> Result<Option<Vec<(Material, Slice)>>, FilesError> {
    let mut slices = Vec::new();
    let mirror = Some(material.mirrored()).filter(|mirror| *mirror != material);
    for material in [Some(material), mirror].into_iter().flatten() {
        match find(dir, variant, material) {
            Ok(Some(slice)) => slices.push((material, slice)),
            Ok(None) | Err(FilesError::File { error: FileError::Damaged, .. }) => return Ok(None),
            Err(error) => return Err(error),
        }
    }
    Ok(Some(slices))
}

fn head(variant: Variant, material: Material, slice: &Slice) -> Vec<u8> {
    let mut head = MAGIC.to_vec();
    head.push(variant.game_type());
    head.extend(material.own());
    head.extend(material.their());
    head.push(slice.longest_quiet);
    head.extend((slice.bytes.len() as u64).to_le_bytes());
    head
}

fn checksum(head: &[u8], bytes: &[u8]) -> [u8; CHECKSUM] {
    Sha256::new().chain_update(head).chain_update(bytes).finalize().into()
}

fn write(path: &Path, variant: Variant, material: Material, slice: &Slice) -> io::Result<()> {
    let head = head(variant, material, slice);
    let unfinished = path.with_extension("part");
    let mut file = fs::File::create(&unfinished)?;
    file.write_all(&head)?;
    file.write_all(&slice.bytes)?;
    file.write_all(&checksum(&head, &slice.bytes))?;
    file.sync_all()?;
    fs::rename(unfinished, path)
}

fn read(path: &Path, variant: Variant, material: Material) -> Result<Slice, FileError> {
    let len = with_ruleset!(variant, R => Numbering::<R>::of(material).len());
    let mut file = fs::File::open(path)?;
    // Never more memory than the material needs, whatever the file holds.
    if file.metadata()?.len() != (HEAD + len + CHECKSUM) as u64 {
        return Err(FileError::Damaged);
    }
    let mut head = [0; HEAD];
    let mut bytes = vec![0; len];
    let mut sum = [0; CHECKSUM];
    for part in [&mut head[..], &mut bytes, &mut sum] {
        file.read_exact(part)?;
    }
    let slice = Slice { bytes: bytes.into_boxed_slice(), longest_quiet: head[13] };
    let fits = head[..] == self::head(variant, material, &slice)[..]
        && sum == checksum(&head, &slice.bytes);
    if fits { Ok(slice) } else { Err(FileError::Damaged) }
}
