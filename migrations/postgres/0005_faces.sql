-- A small picture that stands for a player; null for one who was forgotten.
-- Whoever was here before there were faces gets one by lot.
ALTER TABLE player ADD COLUMN face TEXT;

UPDATE player
SET face = (ARRAY[
    'carabao', 'tarsier', 'eagle', 'whale-shark', 'turtle', 'mouse-deer', 'cockatoo',
    'flying-fox', 'komodo', 'orangutan', 'tiger', 'rhino', 'elephant', 'hornbill',
    'peacock', 'bird-of-paradise', 'puli', 'stork', 'racka', 'owl', 'grey-cattle',
    'hedgehog', 'deer', 'fox'
])[1 + CAST(floor(random() * 24) AS INTEGER)]
WHERE id IN (SELECT player FROM secret);
