//! What every store must do, as tests that run against any of them.
//!
//! A backend's own tests call [`contract_tests!`](crate::contract_tests) with
//! a way to open a store; each sentence becomes a test. Sentences make players
//! and games of their own and look at nothing else, so that they can also share
//! one database.

mod appends;
mod clocks;
mod forgetting;
mod games;
mod given;
mod jobs;
mod leases;
mod players;
mod pushes;
mod races;
mod rematches;
mod retention;
mod seats;
mod temporary;

pub use appends::*;
pub use clocks::*;
pub use forgetting::*;
pub use games::*;
pub use given::{Table, append_of, fresh, marker};
pub use jobs::*;
pub use leases::*;
pub use players::*;
pub use pushes::*;
pub use races::*;
pub use rematches::*;
pub use retention::*;
pub use seats::*;
pub use temporary::TemporaryStore;

/// Makes a test of each sentence of the contract. `$open` is an async function
/// that gives a [`TemporaryStore`], or `None` where the machine has no such
/// database and that was told.
#[macro_export]
macro_rules! contract_tests {
    ($open:path) => {
        $crate::contract_tests! { @each $open;
            a_player_is_known_by_the_secret
            an_unknown_secret_leads_to_nobody
            adding_a_player_again_changes_nothing
            a_secret_never_leads_to_another_player
            a_player_has_a_face_and_may_choose_another
            nobody_has_no_face
            a_game_comes_with_the_faces_of_its_players

            a_new_game_comes_back_as_it_was_made
            an_unknown_game_is_not_found
            a_game_id_is_used_once
            a_game_needs_players_that_exist
            an_invite_leads_to_its_game_and_its_maker
            an_invite_token_is_used_once
            an_invite_needs_an_open_seat
            my_games_are_those_where_i_sit_the_last_changed_first
            a_game_in_my_list_says_how_it_stands

            events_come_back_in_their_order
            a_decision_that_knew_another_last_event_is_turned_away
            a_command_is_accepted_once
            a_command_is_remembered_by_its_last_event
            two_players_may_use_the_same_command_id
            who_sits_nowhere_cannot_decide
            joining_takes_the_seat
            a_taken_seat_stays_taken
            an_append_brings_one_to_sixteen_events_to_a_game_that_exists
            an_unfit_request_does_not_spoil_the_others

            a_job_is_set_kept_replaced_and_cleared
            a_game_can_begin_with_a_job
            an_append_that_is_turned_away_leaves_the_job_alone

            a_rematch_is_made_together_with_its_event
            a_rematch_that_cannot_be_made_leaves_no_event

            of_many_decisions_at_one_moment_each_becomes_its_own_event
            many_games_at_once_keep_apart
            a_command_sent_many_times_at_once_is_written_once
            an_invite_is_either_cancelled_or_accepted
            of_two_guests_one_takes_the_seat

            the_flags_that_fall_come_in_their_order
            every_decision_says_when_the_flag_falls_then
            a_new_game_can_have_a_deadline
            who_is_away_is_remembered_while_the_game_goes_on
            the_last_sign_of_life_is_remembered
            nobody_is_away_while_nobody_serves

            a_seat_that_moves_is_the_others
            a_link_leads_to_its_seat_until_it_is_dropped
            a_new_link_takes_the_place_of_the_one_of_its_kind
            a_link_needs_a_game_and_a_token_of_its_own

            unfinished_games_are_those_that_wait_or_go_on
            nothing_leads_to_a_player_who_was_forgotten
            a_forgotten_secret_is_a_secret_of_nobody

            a_game_is_forgotten_when_its_time_is_over
            who_visits_a_game_keeps_it
            a_player_who_stays_away_is_forgotten

            a_subscription_comes_back_until_it_is_dropped
            an_endpoint_is_one_player_s_the_last_who_gave_it
            of_too_many_subscriptions_the_oldest_go
            nobody_subscribes_who_is_not_known
            who_is_forgotten_is_told_nothing_any_more
            the_first_key_for_pushes_is_the_one_for_ever

            a_store_that_works_is_ready
        }
        $crate::contract_tests! { @pair $open;
            races_between_two_processes_are_settled_as_within_one
            two_processes_that_cross_each_other_come_through

            a_duty_is_held_by_one_at_a_time
            of_many_who_want_a_duty_one_gets_it
            a_job_is_its_writer_s_until_the_lease_ends
            a_job_in_hand_can_be_held_longer
            a_free_job_is_claimed_once
            no_more_jobs_are_claimed_than_asked_for
            where_games_stand_is_told_for_many_at_once
        }
    };
    (@each $open:path; $($sentence:ident)*) => {
        $(
            #[tokio::test(flavor = "multi_thread")]
            async fn $sentence() {
                let Some(opened) = $open().await else { return };
                $crate::contract::$sentence(&opened.store).await;
            }
        )*
    };
    // Two stores on one database, as two processes have them.
    (@pair $open:path; $($sentence:ident)*) => {
        $(
            #[tokio::test(flavor = "multi_thread")]
            async fn $sentence() {
                let Some(opened) = $open().await else { return };
                let stores = [opened.store.clone(), opened.another().await];
                $crate::contract::$sentence(&stores).await;
            }
        )*
    };
}
