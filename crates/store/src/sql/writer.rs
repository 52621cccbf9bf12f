//! The one task of a process that writes.

use std::{
    future::Future,
    time::{Duration, Instant},
};

use tokio::sync::{mpsc, oneshot};

use super::{Operation, Written};
use crate::{SharedObserver, StoreError};

/// Requests that may wait; who comes later waits to be let in.
const MAX_WAITING: usize = 1024;

/// Requests in one transaction. More would only make the first ones wait.
pub(crate) const MAX_BATCH: usize = 256;

/// How long somebody waits to be let in, before [`StoreError::Busy`].
const MAX_WAIT: Duration = Duration::from_secs(5);

/// The answer to one request.
pub(crate) type Answer = Result<Written, StoreError>;

/// What waits for the writer.
#[derive(Debug)]
enum Item {
    Write(Operation, oneshot::Sender<Answer>),
    Close(oneshot::Sender<()>),
}

/// The way to the writer.
#[derive(Debug)]
pub(crate) struct Queue(mpsc::Sender<Item>);

impl Queue {
    /// Has an operation carried out; returns when it is on the disk.
    pub(crate) async fn write(&self, operation: Operation) -> Answer {
        let (sender, answer) = oneshot::channel();
        match self.0.send_timeout(Item::Write(operation, sender), MAX_WAIT).await {
            Ok(()) => answer.await.unwrap_or(Err(StoreError::Closed)),
            Err(mpsc::error::SendTimeoutError::Timeout(_)) => Err(StoreError::Busy),
            Err(mpsc::error::SendTimeoutError::Closed(_)) => Err(StoreError::Closed),
        }
    }

    /// Has everything that waits carried out, and the writer end.
    pub(crate) async fn close(&self) {
        let (sender, closed) = oneshot::channel();
        if self.0.send(Item::Close(sender)).await.is_ok() {
            // An error means that it has ended already, which is as good.
            let _ = closed.await;
        }
    }
}

/// How a database carries out many requests in one transaction.
pub(crate) trait Transactions: Send + 'static {
    /// Does all of it; the answers, in the order of asking, once they are on
    /// the disk. After an error nothing is known to be there.
    fn write(
        &mut self,
        operations: &[Operation],
    ) -> impl Future<Output = Result<Vec<Answer>, StoreError>> + Send;

    /// Ends the connection in order.
    fn close(self) -> impl Future<Output = ()> + Send;
}

/// The writer's state.
pub(crate) struct Writer<T> {
    transactions: T,
    observer: Option<SharedObserver>,
    queue: mpsc::Receiver<Item>,
    /// Who wants to know when it has ended.
    closing: Vec<oneshot::Sender<()>>,
}

impl<T: Transactions> Writer<T> {
    /// Starts the writer; it ends when it is told to, or with its queue.
    pub(crate) fn start(transactions: T, observer: Option<SharedObserver>) -> Queue {
        let (sender, queue) = mpsc::channel(MAX_WAITING);
        let writer = Writer { transactions, observer, queue, closing: Vec::new() };
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
        self.transactions.close().await;
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
        let outcome = self.transactions.write(operations).await;
        if let Some(observer) = &self.observer {
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
                if error.is_passing() {
                    self.turn_away(error);
                }
            }
        }
    }

    /// Answers everybody who waits: the database was waited for in vain as long
    /// as anybody should have to wait.
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
}
