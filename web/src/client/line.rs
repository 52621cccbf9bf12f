//! The line to the server: what the link wants of it, and which way a
//! command goes.

use play::State;
use protocol::{ErrorCode, ServerMessage};
use uuid::Uuid;

use super::{
    Effect, Order,
    app::{App, Table, World},
    wire,
    wishes::Said,
};

impl App {
    /// Carries out what the link wants.
    pub(crate) fn follow(&self, orders: Vec<Order>) -> Vec<Effect> {
        let Table::Online(online) = &self.table else {
            return orders.contains(&Order::Close).then_some(Effect::Close).into_iter().collect();
        };
        let (game, since) = (online.id(), online.since_told());
        let effect = |order| match order {
            Order::Open { generation } => Effect::Open { generation, game, since },
            Order::Poll { generation, wait } => Effect::Poll { generation, game, since, wait },
            Order::Close => Effect::Close,
            Order::Ping => Effect::Send(wire::ping(online.since().unwrap_or_default())),
        };
        orders.into_iter().map(effect).collect()
    }

    /// The way of a command: the socket, or a request where there is none.
    pub(crate) fn send(&self, said: Said) -> Effect {
        match &self.table {
            Table::Online(online) if !self.link.is_open() => {
                Effect::Post { id: said.id, game: online.id(), text: said.text }
            }
            _ => Effect::Send(said.text),
        }
    }

    /// While the line is down nobody knows who is there, and what is on the
    /// board may be old.
    pub(crate) fn notice_line(&mut self) {
        if self.link.is_down()
            && let Table::Online(online) = &mut self.table
        {
            online.cut();
            self.times.cut();
        }
    }

    /// A socket is gone, or a request for news has failed.
    pub(crate) fn lost(&mut self, generation: u32, world: &mut World<'_>) -> Vec<Effect> {
        if !self.link.is_current(generation) {
            return Vec::new();
        }
        let chance = world.fraction();
        let orders = self.link.lost(world.now, chance);
        self.notice_line();
        let mut effects = self.follow(orders);
        // A socket cannot say that there is no such game; a page can.
        if let Table::Online(online) = &self.table
            && online.confirmed().is_none()
        {
            effects.push(Effect::Check(online.id()));
        }
        effects
    }

    /// A request for news was answered.
    pub(crate) fn polled(
        &mut self,
        generation: u32,
        text: &str,
        world: &mut World<'_>,
    ) -> Vec<Effect> {
        if !self.link.is_current(generation) {
            return Vec::new();
        }
        let Some(messages) = wire::news(text) else { return self.lost(generation, world) };
        let mut effects = Vec::new();
        for message in messages {
            effects.extend(self.hear(message, world));
        }
        self.tell_score(world);
        // What was heard may have led to another game, or asked for this one
        // to be told anew.
        if self.link.is_current(generation) {
            let over = self.session().map(|session| session.state());
            let orders = match over {
                // Nothing can come any more, and the server says so at once.
                Some(State::Cancelled(_)) => self.link.stop(),
                _ => self.link.polled(world.now),
            };
            effects.extend(self.follow(orders));
        }
        effects
    }

    /// A request that carried a command was answered, or failed.
    pub(crate) fn posted(
        &mut self,
        id: Uuid,
        answer: Result<String, String>,
        world: &mut World<'_>,
    ) -> Vec<Effect> {
        let message = match answer {
            Ok(text) => wire::server_message(&text),
            Err(code) => ErrorCode::from_name(&code)
                // What is between us and the server has codes of its own.
                .filter(|code| *code != ErrorCode::Unknown)
                .map(|code| ServerMessage::Refused {
                    id: Some(id),
                    code,
                    details: Default::default(),
                }),
        };
        match message {
            Some(message) => self.hear(message, world),
            // Nobody knows whether it arrived: it is sent again, under the
            // same id, once the line is there.
            None if !self.link.is_open() => {
                let chance = world.fraction();
                let orders = self.link.give_up(world.now, chance);
                self.notice_line();
                self.follow(orders)
            }
            None => Vec::new(),
        }
    }
}
