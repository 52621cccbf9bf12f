-- When somebody last looked at a game, and when a player was last here; to the
-- day. What was there before this was noted counts as visited now.
ALTER TABLE game ADD COLUMN visited_at BIGINT;
ALTER TABLE player ADD COLUMN seen_at BIGINT;
UPDATE game SET visited_at = CAST(extract(epoch FROM now()) AS BIGINT) * 1000;
UPDATE player SET seen_at = CAST(extract(epoch FROM now()) AS BIGINT) * 1000;

-- A player's row may go once no invite names it; without an index each such
-- question would read all invites.
CREATE INDEX invite_of_creator ON invite (creator);
