-- A small picture that stands for a player; null for one who was forgotten.
-- Whoever was here before there were faces gets one by lot.
ALTER TABLE player ADD COLUMN face TEXT;

UPDATE player
SET face = json_extract(
    '["carabao", "tarsier", "eagle", "whale-shark", "turtle", "mouse-deer", "cockatoo",
      "flying-fox", "komodo", "orangutan", "tiger", "rhino", "elephant", "hornbill",
      "peacock", "bird-of-paradise", "puli", "stork", "racka", "owl", "grey-cattle",
      "hedgehog", "deer", "fox"]',
    '$[' || ((random() & 1073741823) % 24) || ']'
)
WHERE id IN (SELECT player FROM secret);
