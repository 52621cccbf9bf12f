//! A new game as rows.

use play::{Level, PlayerId, Seat, Session, Side};

use super::{
    Connection,
    statements::{CREATE_GAME, CREATE_INVITE, CREATE_JOB},
    value::{Value, game_column, optional, player_column, time_column},
};
use crate::{
    JOB_LEASE, NewGame, NewInvite, StoreError, Summary, TokenHash,
    codec::{encode_config, side_number, state_text},
};

/// The longest language code, in bytes.
const MAX_LANG: usize = 16;

/// A new game, with its invite and its first job.
#[derive(Debug)]
pub(crate) struct GameRow {
    id: [u8; 16],
    variant: &'static str,
    form: i64,
    config: String,
    created_at: i64,
    first_player: Option<[u8; 16]>,
    second_player: Option<[u8; 16]>,
    state: String,
    side_to_move: i64,
    due_at: Option<i64>,
    invite: Option<InviteRow>,
    job: Option<&'static str>,
    /// Until when the job belongs to this process.
    job_until: i64,
}

#[derive(Debug)]
struct InviteRow {
    token: TokenHash,
    creator: [u8; 16],
    lang: String,
    expires_at: i64,
}

impl GameRow {
    pub(super) fn new(new: NewGame) -> Result<Self, StoreError> {
        let seats = new.config.seats();
        let seated = |side| seated(seats[side]);
        let invite = match new.invite {
            None => None,
            Some(invite) => {
                // An invite leads to an open seat; who sits on the other invites.
                let open = seats.find(|&seat| seat == Seat::Open).ok_or(StoreError::Unfit)?;
                let creator = seated(open.opponent()).ok_or(StoreError::Unfit)?;
                Some(InviteRow::new(invite, creator)?)
            }
        };
        let config = encode_config(&new.config);
        let session = Session::new(new.config.clone());
        let summary = Summary::of(&session);
        Ok(GameRow {
            id: game_column(new.id),
            variant: new.config.variant().name(),
            form: config.form,
            config: config.text,
            created_at: time_column(new.config.created_at()),
            first_player: seated(Side::First).map(player_column),
            second_player: seated(Side::Second).map(player_column),
            state: state_text(summary.state),
            side_to_move: side_number(summary.side_to_move).into(),
            due_at: session.flag_at().map(time_column),
            invite,
            job: new.job.map(Level::name),
            job_until: time_column(new.config.created_at().plus(JOB_LEASE)),
        })
    }

    pub(super) async fn insert(&self, to: &mut impl Connection) -> Result<(), StoreError> {
        let id = Value::from(&self.id);
        let game = [
            id,
            self.variant.into(),
            self.form.into(),
            self.config.as_str().into(),
            self.created_at.into(),
            optional(self.first_player.as_ref()),
            optional(self.second_player.as_ref()),
            self.state.as_str().into(),
            self.side_to_move.into(),
            Value::Integer(self.due_at),
        ];
        to.execute(CREATE_GAME, &game).await?;
        if let Some(InviteRow { token, creator, lang, expires_at }) = &self.invite {
            let invite = [
                id,
                token.bytes().into(),
                creator.into(),
                lang.as_str().into(),
                (*expires_at).into(),
            ];
            to.execute(CREATE_INVITE, &invite).await?;
        }
        if let Some(level) = self.job {
            let job = [id, level.into(), self.created_at.into(), self.job_until.into()];
            to.execute(CREATE_JOB, &job).await?;
        }
        Ok(())
    }
}

impl InviteRow {
    fn new(invite: NewInvite, creator: PlayerId) -> Result<Self, StoreError> {
        if invite.lang.len() > MAX_LANG {
            return Err(StoreError::Unfit);
        }
        Ok(InviteRow {
            token: invite.token,
            creator: player_column(creator),
            lang: invite.lang,
            expires_at: time_column(invite.expires_at),
        })
    }
}

fn seated(seat: Seat) -> Option<PlayerId> {
    match seat {
        Seat::Player(player) => Some(player),
        Seat::Computer(_) | Seat::Open => None,
    }
}
