//! What the life of the connection asks for.

/// What is to be done for the connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Open a fresh socket; whatever an older one says is void from now on.
    Open {
        /// The number of the new one.
        generation: u32,
    },
    /// Drop what there is, socket or request.
    Close,
    /// Ask whether anybody is there.
    Ping,
    /// Ask for events by a request.
    Poll {
        /// The number under which the answer is reported.
        generation: u32,
        /// Whether the server may hold the answer until there is news.
        wait: bool,
    },
}
