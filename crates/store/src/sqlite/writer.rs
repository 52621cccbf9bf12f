//! The one task that writes.

use std::{
    collections::HashSet,
    time::{Duration, Instant},
};

use sqlx::{Connection, SqliteConnection, query};
use tokio::sync::{mpsc, oneshot};

use super::{Files, append_row::AppendRow, fault::store_error, operation::Operation};
use crate::{Appended, StoreError};

/// Requests that may wait; who comes later waits to be let in.
const MAX_WAITING: usize = 1024;

/// Requests in one transaction. More would only make the first ones wait.
pub(super) const MAX_BATCH: usize = 256;

/// How long somebody waits to be let in, before [`StoreError::Busy`].
const MAX_WAIT: Duration = Duration::from_secs(5);

type Answer = Result<Appended, StoreError>;

/// What waits for the writer.
#[derive(Debug)]
enum Item {
    Write(Operation, oneshot::Sender<Answer>),
    Close(oneshot::Sender<()>),
}

/// The way to the writer.
#[derive(Debug)]
pub(super) struct Queue(mpsc::Sender<Item>);

impl Queue {
    /// Has an operation carried out; returns when it is on the disk.
    pub(super) async fn write(&self, operation: Operation) -> Answer {
        let (sender, answer) = oneshot::channel();
        match self.0.send_timeout(Item::Write(operation, sender), MAX_WAIT).await {
            Ok(()) => answer.await.unwrap_or(Err(StoreError::Closed)),
            Err(mpsc::error::SendTimeoutError::Timeout(_)) => Err(StoreError::Busy),
            Err(mpsc::error::SendTimeoutError::Closed(_)) => Err(StoreError::Closed),
        }
    }

    /// Has everything that waits carried out, and the writer end.
    pub(super) async fn close(&self) {
        let (sender, closed) = oneshot::channel();
        if self.0.send(Item::Close(sender)).await.is_ok() {
            // An error means that it has ended already, which is as good.
            let _ = closed.await;
        }
    }
}

/// The writer's state.
pub(super) struct Writer {
    files: Files,
    /// `None` after a failure that leaves its state in doubt: the next batch
    /// starts with a fresh one.
    connection: Option<SqliteConnection>,
    queue: mpsc::Receiver<Item>,
    /// Who wants to know when it has ended.
    closing: Vec<oneshot::Sender<()>>,
}

/// What became of a transaction.
enum Batch {
    /// On the disk; an answer for each operation.
    Committed(Vec<Answer>),
    /// One operation could not be carried out and may have left half of itself
    /// behind; nothing is on the disk.
    Spoiled,
}

/// How the operations of a transaction are kept apart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Savepoints {
    /// Not at all: enough unless one is [unfit](StoreError::Unfit), for an
    /// append that is turned away writes nothing.
    None,
    /// A savepoint around each.
    Each,
}

impl Writer {
    /// Starts the writer; it ends when it is told to, or with its queue.
    pub(super) fn start(connection: SqliteConnection, files: Files) -> Queue {
        let (sender, queue) = mpsc::channel(MAX_WAITING);
        let writer = Writer { files, connection: Some(connection), queue, closing: Vec::new() };
        tokio::spawn(writer.run());
        Queue(sender)
    }

    async fn run(mut self) {
        let mut items = Vec::with_capacity(MAX_BATCH);
        while self.queue.recv_many(&mut items, MAX_BATCH).await > 0 {
            let mut operations = Vec::with_capacity(items.len());
            let mut answers = Vec::with_capacity(items.len());
            for item in items.drain(..) {
                match item {
                    Item::Write(operation, answer) => {
                        operations.push(operation);
                        answers.push(answer);
                    }
                    Item::Close(closed) => self.let_nobody_in(closed),
                }
            }
            if !operations.is_empty() {
                self.serve(&operations, answers).await;
            }
        }
        if let Some(connection) = self.connection.take()
            && let Err(error) = connection.close().await
        {
            store_error(&error);
        }
        for closed in self.closing {
            let _ = closed.send(());
        }
    }

    /// The beginning of the end: who waits already is still served.
    fn let_nobody_in(&mut self, closed: oneshot::Sender<()>) {
        self.queue.close();
        self.closing.push(closed);
    }

    /// Carries operations out and answers them; nobody is answered before the
    /// commit. An answer that nobody waits for any more is dropped.
    async fn serve(&mut self, operations: &[Operation], answers: Vec<oneshot::Sender<Answer>>) {
        let begun = Instant::now();
        let outcome = self.write(operations).await;
        if let Some(observer) = &self.files.options.observer {
            observer.transaction(operations.len(), begun.elapsed(), self.queue.len());
        }
        match outcome {
            Ok(written) => {
                for (answer, sender) in written.into_iter().zip(answers) {
                    let _ = sender.send(answer);
                }
            }
            Err(error) => {
                for sender in answers {
                    let _ = sender.send(Err(error));
                }
                if error == StoreError::Busy {
                    self.turn_away(error);
                }
            }
        }
    }

    /// Answers everybody who waits: the lock was waited for in vain as long as
    /// anybody should have to wait.
    fn turn_away(&mut self, error: StoreError) {
        for _ in 0..MAX_WAITING {
            match self.queue.try_recv() {
                Ok(Item::Write(_, sender)) => {
                    let _ = sender.send(Err(error));
                }
                Ok(Item::Close(closed)) => self.let_nobody_in(closed),
                Err(_) => break,
            }
        }
    }

    async fn write(&mut self, operations: &[Operation]) -> Result<Vec<Answer>, StoreError> {
        if let Batch::Committed(answers) = self.transact(operations, Savepoints::None).await? {
            return Ok(answers);
        }
        match self.transact(operations, Savepoints::Each).await? {
            Batch::Committed(answers) => Ok(answers),
            Batch::Spoiled => Err(StoreError::Failed(0)),
        }
    }

    async fn transact(
        &mut self,
        operations: &[Operation],
        savepoints: Savepoints,
    ) -> Result<Batch, StoreError> {
        let connection = match &mut self.connection {
            Some(connection) => connection,
            empty => empty.insert(self.files.writing().await?),
        };
        // IMMEDIATE takes the lock now: a transaction that only finds out when
        // it first writes cannot wait for it, and fails at once.
        if let Err(error) = execute(connection, "BEGIN IMMEDIATE").await {
            if error != StoreError::Busy {
                self.connection = None;
            }
            return Err(error);
        }
        let written = match carry_out(connection, operations, savepoints).await {
            Ok(Some(answers)) => {
                execute(connection, "COMMIT").await.map(|()| Batch::Committed(answers))
            }
            Ok(None) => execute(connection, "ROLLBACK").await.map(|()| Batch::Spoiled),
            Err(error) => Err(error),
        };
        if written.is_err() && execute(connection, "ROLLBACK").await.is_err() {
            self.connection = None;
        }
        written
    }
}

/// The answers, or `None` when an operation was unfit and there were no
/// savepoints to undo it with.
async fn carry_out(
    connection: &mut SqliteConnection,
    operations: &[Operation],
    savepoints: Savepoints,
) -> Result<Option<Vec<Answer>>, StoreError> {
    match savepoints {
        Savepoints::Each => each_alone(connection, operations).await.map(Some),
        Savepoints::None => match all_together(connection, operations).await {
            Ok(answers) => Ok(Some(answers.into_iter().map(Ok).collect())),
            Err(StoreError::Unfit) => Ok(None),
            Err(error) => Err(error),
        },
    }
}

/// In an order of its own: those who ask at the same time have no order.
async fn all_together(
    connection: &mut SqliteConnection,
    operations: &[Operation],
) -> Result<Vec<Appended>, StoreError> {
    let mut answers = Vec::with_capacity(operations.len());
    for (place, operation) in operations.iter().enumerate() {
        if !matches!(operation, Operation::Append(_)) {
            answers.push((place, operation.run(connection).await?));
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
        let appended = AppendRow::insert_all(&rows, connection).await?;
        answers.extend(places.into_iter().zip(appended));
        waiting = later;
    }
    answers.sort_unstable_by_key(|(place, _)| *place);
    Ok(answers.into_iter().map(|(_, answer)| answer).collect())
}

async fn each_alone(
    connection: &mut SqliteConnection,
    operations: &[Operation],
) -> Result<Vec<Answer>, StoreError> {
    let mut answers = Vec::with_capacity(operations.len());
    for operation in operations {
        execute(connection, "SAVEPOINT operation").await?;
        let answer = match operation.run(connection).await {
            Err(StoreError::Unfit) => {
                execute(connection, "ROLLBACK TO operation").await?;
                Err(StoreError::Unfit)
            }
            answer => Ok(answer?),
        };
        execute(connection, "RELEASE operation").await?;
        answers.push(answer);
    }
    Ok(answers)
}

async fn execute(
    connection: &mut SqliteConnection,
    statement: &'static str,
) -> Result<(), StoreError> {
    query(statement).execute(connection).await.map(drop).map_err(|error| store_error(&error))
}
