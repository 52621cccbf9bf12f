//! The network of [`engine::net`] in real numbers, with its gradients.

use engine::net::{self, LANES, PHASES};
use rules::{Bitboard, Board};

use crate::random::Random;

/// Lanes that are cut and squared; the last is not.
const HIDDEN: usize = LANES - 1;

/// All numbers of a model, or one gradient for each of them.
#[derive(Clone, Debug)]
pub(crate) struct Weights {
    /// By feature: what each row of men, king and so on is worth.
    features: Vec<[f32; LANES]>,
    /// What a single man adds to each row that it is part of, by row, side and
    /// column: rows that are seldom seen learn from those that are not.
    men: Vec<[f32; LANES]>,
    bias: [f32; LANES],
    /// By part of the game; the last lane is added as it is.
    outer: [[f32; LANES]; PHASES],
}

impl Weights {
    /// The same shape with 0 everywhere.
    pub(crate) fn zeroed(&self) -> Self {
        let mut zero = self.clone();
        zero.each().for_each(|number| *number = 0.0);
        zero
    }

    /// Every number.
    pub(crate) fn each(&mut self) -> impl Iterator<Item = &mut f32> {
        let wide = self.features.iter_mut().chain(&mut self.men).chain(&mut self.outer);
        wide.flatten().chain(&mut self.bias)
    }
}

/// What a model sees of a sample: features, then single men.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    features: Vec<u16>,
    men: Vec<u16>,
}

/// A model: the net of one board.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    board: Board,
    pub(crate) weights: Weights,
}

/// What a model made of one position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Forward {
    lanes: [f32; LANES],
    /// The logit of the score to expect.
    pub(crate) out: f32,
}

impl Model {
    /// A model to begin with: material as one would guess, chance elsewhere.
    pub(crate) fn random(board: Board, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut chance = |most: f32| most * (random.below(1 << 24) as f32 / (1 << 23) as f32 - 1.0);
        let mut lanes = |most: f32, direct: f32| {
            let mut lanes = [0.0; LANES].map(|_| chance(most));
            lanes[HIDDEN] = direct;
            lanes
        };
        let rows = net::row_count(board);
        let (half, width) = (usize::from(board.half()), usize::from(board.width()));
        let king = if width == 8 { 0.8 } else { 1.8 };
        let mut features = vec![[0.0; LANES]; rows];
        features.extend((0..64).map(|_| lanes(0.3, king)));
        features.extend((0..64).map(|_| lanes(0.3, -king)));
        features.push(lanes(0.1, 0.0));
        let men = (0..width * 2 * half)
            .map(|at| lanes(0.3, if at / half % 2 == 0 { 0.6 } else { -0.6 }))
            .collect();
        let mut bias = lanes(0.3, 0.0);
        bias.iter_mut().take(HIDDEN).for_each(|lane| *lane += 0.5);
        let outer = [(); PHASES].map(|()| lanes(0.3, 0.0));
        Model { board, weights: Weights { features, men, bias, outer } }
    }

    /// A model that counts material and nothing else.
    pub(crate) fn material(board: Board) -> Self {
        let mut model = Model::random(board, 0);
        model.weights.outer = [[0.0; LANES]; PHASES];
        model
    }

    /// Lists the features of a position and tells its part of the game.
    pub(crate) fn features(&self, sets: [Bitboard; 4], seen: &mut Seen) -> usize {
        seen.features.clear();
        seen.men.clear();
        let half = u32::from(self.board.half());
        let rows = net::row_count(self.board);
        net::features(self.board, sets, |feature| {
            seen.features.push(feature);
            if usize::from(feature) < rows {
                let row = feature >> (2 * half);
                let mut men = feature & ((1 << (2 * half)) - 1);
                while men != 0 {
                    seen.men.push(row * 2 * half as u16 + men.trailing_zeros() as u16);
                    men &= men - 1;
                }
            }
        });
        net::phase(self.board, sets)
    }

    /// What the model says.
    pub(crate) fn forward(&self, seen: &Seen, phase: usize) -> Forward {
        let weights = &self.weights;
        let mut lanes = weights.bias;
        let features = seen.features.iter().map(|&at| &weights.features[usize::from(at)]);
        let men = seen.men.iter().map(|&at| &weights.men[usize::from(at)]);
        for entry in features.chain(men) {
            for (lane, weight) in lanes.iter_mut().zip(entry) {
                *lane += weight;
            }
        }
        let outer = &weights.outer[phase];
        let hidden = lanes.iter().zip(outer).take(HIDDEN);
        let sum: f32 = hidden.map(|(lane, weight)| lane.clamp(0.0, 1.0).powi(2) * weight).sum();
        Forward { lanes, out: sum + lanes[HIDDEN] + outer[HIDDEN] }
    }

    /// Adds to `gradient` how the loss changes with each weight, where it
    /// changes with the result by `slope`.
    pub(crate) fn backward(
        &self,
        gradient: &mut Weights,
        seen: &Seen,
        phase: usize,
        forward: &Forward,
        slope: f32,
    ) {
        let outer = &self.weights.outer[phase];
        let mut slopes = [0.0; LANES];
        for lane in 0..HIDDEN {
            let value = forward.lanes[lane];
            let cut = value.clamp(0.0, 1.0);
            gradient.outer[phase][lane] += slope * cut * cut;
            if value > 0.0 && value < 1.0 {
                slopes[lane] = slope * outer[lane] * 2.0 * cut;
            }
        }
        slopes[HIDDEN] = slope;
        gradient.outer[phase][HIDDEN] += slope;
        let add = |to: &mut [f32; LANES]| {
            for (sum, slope) in to.iter_mut().zip(slopes) {
                *sum += slope;
            }
        };
        add(&mut gradient.bias);
        seen.features.iter().for_each(|&at| add(&mut gradient.features[usize::from(at)]));
        seen.men.iter().for_each(|&at| add(&mut gradient.men[usize::from(at)]));
    }

    /// Draws what rows of men are worth beyond their single men to 0.
    pub(crate) fn draw_rows_to_zero(&mut self, share: f32) {
        let rows = net::row_count(self.board);
        for weight in self.weights.features[..rows].iter_mut().flatten() {
            *weight -= share * *weight;
        }
    }

    /// The weights as [`net::Net::from_bytes`] reads them.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let weights = &self.weights;
        let rows = net::row_count(self.board);
        let half = usize::from(self.board.half());
        let mut bytes = Vec::new();
        let mut put = |lanes: &[f32; LANES], one: i32| {
            for &weight in lanes {
                let fixed = (weight * one as f32).round().clamp(-32_000.0, 32_000.0) as i16;
                bytes.extend_from_slice(&fixed.to_le_bytes());
            }
        };
        for feature in net::kept_features(self.board) {
            let mut lanes = weights.features[feature];
            let row = feature >> (2 * half);
            for man in 0..2 * half {
                if feature < rows && feature >> man & 1 == 1 {
                    let single = &weights.men[row * 2 * half + man];
                    lanes.iter_mut().zip(single).for_each(|(lane, weight)| *lane += weight);
                }
            }
            put(&lanes, net::ONE);
        }
        put(&weights.bias, net::ONE);
        for outer in &weights.outer {
            // The last lane is in the measure of the hidden layer.
            let mut outer = *outer;
            outer[HIDDEN] *= net::ONE as f32 / net::OUTER_ONE as f32;
            put(&outer, net::OUTER_ONE);
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use engine::net::{Net, seen_by_mover};
    use rules::{English, International, Position, Ruleset};

    use super::*;

    /// Some positions of a random game.
    fn positions<R: Ruleset>(seed: u64) -> Vec<Position<R>> {
        let mut random = Random::new(seed);
        let mut position = Position::<R>::start();
        let mut seen = Vec::new();
        while let moves = position.legal_moves()
            && !moves.is_empty()
            && seen.len() < 120
        {
            seen.push(position);
            position = position.play(moves[random.below(moves.len())]);
        }
        seen
    }

    fn said<R: Ruleset>(model: &Model, position: &Position<R>) -> f32 {
        let mut seen = Seen::default();
        let phase = model.features(seen_by_mover(position), &mut seen);
        model.forward(&seen, phase).out
    }

    fn check_engine_agrees<R: Ruleset>() {
        let model = Model::random(R::BOARD, 5);
        let net = Net::from_bytes(R::BOARD, &model.to_bytes()).expect("a net");
        for position in positions::<R>(1) {
            let wanted = said(&model, &position) * net::CENTIMEN as f32;
            let got = net.evaluate(&position) as f32;
            // Each of some 14 entries is rounded to half a 181st.
            assert!((wanted - got).abs() < 15.0, "{position}: {wanted} and {got}");
        }
    }

    #[test]
    fn the_engine_says_what_the_model_says() {
        check_engine_agrees::<English>();
        check_engine_agrees::<International>();
    }

    #[test]
    fn the_first_model_counts_material() {
        let model = Model::material(English::BOARD);
        for position in positions::<English>(2) {
            let side = position.side_to_move();
            let lead = |color| {
                position.men(color).len() as f32 * 0.6 + position.kings(color).len() as f32 * 0.8
            };
            let wanted = lead(side) - lead(!side);
            assert!((said(&model, &position) - wanted).abs() < 1e-3, "{position}");
        }
    }

    /// The gradient against the difference that a small step makes.
    #[test]
    fn the_gradient_is_the_slope() {
        let mut model = Model::random(English::BOARD, 9);
        for position in positions::<English>(3).into_iter().step_by(9) {
            let mut seen = Seen::default();
            let phase = model.features(seen_by_mover(&position), &mut seen);
            let forward = model.forward(&seen, phase);
            let mut gradient = model.weights.zeroed();
            model.backward(&mut gradient, &seen, phase, &forward, 1.0);
            let slopes: Vec<f32> = gradient.each().map(|slope| *slope).collect();
            let moving = slopes.iter().enumerate().filter(|(_, slope)| slope.abs() > 0.01);
            let sample: Vec<_> = moving.map(|(at, slope)| (at, *slope)).step_by(37).collect();
            assert!(sample.len() > 3, "the net learns from {position}");
            for (at, slope) in sample {
                const STEP: f32 = 1e-3;
                let nudge = |model: &mut Model, by: f32| {
                    *model.weights.each().nth(at).expect("a weight") += by;
                    said(model, &position)
                };
                let (up, down) = (nudge(&mut model, STEP), nudge(&mut model, -2.0 * STEP));
                nudge(&mut model, STEP);
                let measured = (up - down) / (2.0 * STEP);
                assert!((measured - slope).abs() < 0.02, "{at}: {measured} and {slope}");
            }
        }
    }
}
