//! What is done between the beginning of a transaction and its end.

use std::collections::HashSet;

use super::{AppendRow, Connection, Operation, Written, writer::Answer};
use crate::StoreError;

/// How the operations of a transaction are kept apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Savepoints {
    /// Not at all: enough unless one is [unfit](StoreError::Unfit), for an
    /// append that is turned away writes nothing.
    None,
    /// A savepoint around each.
    Each,
}

/// The answers, or `None` when an operation was unfit and there were no
/// savepoints to undo it with: then the transaction must be undone.
pub(crate) async fn carry_out(
    to: &mut impl Connection,
    operations: &[Operation],
    savepoints: Savepoints,
) -> Result<Option<Vec<Answer>>, StoreError> {
    match savepoints {
        Savepoints::Each => each_alone(to, operations).await.map(Some),
        Savepoints::None => match all_together(to, operations).await {
            Ok(answers) => Ok(Some(answers.into_iter().map(Ok).collect())),
            Err(StoreError::Unfit) => Ok(None),
            Err(error) => Err(error),
        },
    }
}

/// In an order of its own: those who ask at the same time have no order.
async fn all_together(
    to: &mut impl Connection,
    operations: &[Operation],
) -> Result<Vec<Written>, StoreError> {
    let mut answers = Vec::with_capacity(operations.len());
    for (place, operation) in operations.iter().enumerate() {
        if !matches!(operation, Operation::Append(_)) {
            answers.push((place, operation.run(to).await?));
        }
    }
    let mut waiting: Vec<_> = (operations.iter().enumerate())
        .filter_map(|(place, operation)| match operation {
            Operation::Append(row) => Some((place, &**row)),
            _ => None,
        })
        .collect();
    while !waiting.is_empty() {
        // One append of each game; the others of a game follow it.
        let mut games = HashSet::with_capacity(waiting.len());
        let (now, later): (Vec<_>, Vec<_>) =
            waiting.into_iter().partition(|(_, row)| games.insert(row.game()));
        let (places, rows): (Vec<_>, Vec<_>) = now.into_iter().unzip();
        let appended = AppendRow::insert_all(&rows, to).await?;
        answers.extend(places.into_iter().zip(appended.into_iter().map(Written::Appended)));
        waiting = later;
    }
    answers.sort_unstable_by_key(|(place, _)| *place);
    Ok(answers.into_iter().map(|(_, answer)| answer).collect())
}

async fn each_alone(
    to: &mut impl Connection,
    operations: &[Operation],
) -> Result<Vec<Answer>, StoreError> {
    let mut answers = Vec::with_capacity(operations.len());
    for operation in operations {
        to.execute("SAVEPOINT operation", &[]).await?;
        let answer = match operation.run(to).await {
            Err(StoreError::Unfit) => {
                to.execute("ROLLBACK TO operation", &[]).await?;
                Err(StoreError::Unfit)
            }
            answer => Ok(answer?),
        };
        to.execute("RELEASE operation", &[]).await?;
        answers.push(answer);
    }
    Ok(answers)
}
