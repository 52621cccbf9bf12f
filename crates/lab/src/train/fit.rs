//! Fitting a network to samples by gradient descent (Adam, after Kingma and
//! Ba, 2015), the gradients by hand.

use rules::Board;

use super::{
    model::{Model, Seen, Weights},
    sample::Sample,
};
use crate::random::Random;

/// Samples between two steps.
const BATCH: usize = 8_192;
/// The step never becomes smaller than this share of the first.
const LEAST_RATE: f32 = 0.002;

/// How to fit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct How {
    /// How often all samples are seen.
    pub(crate) epochs: usize,
    /// The size of the first step; it sinks like a cosine.
    pub(crate) rate: f32,
    /// How strongly what is particular to a row of men is drawn to 0.
    pub(crate) decay: f32,
    /// How much of the goal is the result of the game; the rest is what the
    /// search thought.
    pub(crate) share: f32,
}

impl How {
    /// What the net should say of a sample: the score to expect, 0..=1.
    fn goal(&self, sample: &Sample) -> f32 {
        let believed = logistic(f32::from(sample.score) / engine::net::CENTIMEN as f32);
        let result = f32::from(sample.half_points) / 2.0;
        self.share * result + (1.0 - self.share) * believed
    }
}

fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// How far a model is from its goals: the mean divergence (Kullback and
/// Leibler), 0 when it says exactly what it should.
pub(crate) fn loss(model: &Model, samples: &[Sample], how: How) -> f64 {
    let mut features = Seen::default();
    let sum: f64 = samples
        .iter()
        .map(|sample| {
            let phase = model.features(sample.sets, &mut features);
            let said = logistic(model.forward(&features, phase).out).clamp(1e-6, 1.0 - 1e-6);
            let goal = how.goal(sample).clamp(1e-6, 1.0 - 1e-6);
            let (yes, no) =
                (goal * (goal / said).ln(), (1.0 - goal) * ((1.0 - goal) / (1.0 - said)).ln());
            f64::from(yes + no)
        })
        .sum();
    sum / samples.len().max(1) as f64
}

/// Fits a new model to `samples`; `each_epoch` is told its number, from 1, and
/// the model so far.
pub(crate) fn fit(
    board: Board,
    samples: &[Sample],
    how: How,
    each_epoch: &mut dyn FnMut(usize, &Model),
) -> Model {
    let mut model = Model::random(board, 1);
    let mut gradient = model.weights.zeroed();
    let (mut mean, mut square) = (gradient.clone(), gradient.clone());
    let mut random = Random::new(3);
    let mut order: Vec<u32> = (0..samples.len() as u32).collect();
    let mut features = Seen::default();
    let steps = (samples.len() / BATCH).max(1);
    let mut step = 0;
    for epoch in 1..=how.epochs {
        random.shuffle(&mut order);
        for batch in order.chunks(BATCH).take(steps) {
            for &at in batch {
                let sample = &samples[at as usize];
                let phase = model.features(sample.sets, &mut features);
                let forward = model.forward(&features, phase);
                let slope = logistic(forward.out) - how.goal(sample);
                model.backward(
                    &mut gradient,
                    &features,
                    phase,
                    &forward,
                    slope / batch.len() as f32,
                );
            }
            step += 1;
            let progress = step as f32 / (how.epochs * steps) as f32;
            let cosine = 0.5 + 0.5 * (progress * core::f32::consts::PI).cos();
            let rate = how.rate * cosine.max(LEAST_RATE);
            adam(&mut model.weights, &mut gradient, &mut mean, &mut square, step, rate);
            model.draw_rows_to_zero(rate * how.decay);
        }
        each_epoch(epoch, &model);
    }
    model
}

fn adam(
    weights: &mut Weights,
    gradient: &mut Weights,
    mean: &mut Weights,
    square: &mut Weights,
    step: i32,
    rate: f32,
) {
    const MEAN: f32 = 0.9;
    const SQUARE: f32 = 0.999;
    let (unbias_mean, unbias_square) = (1.0 - MEAN.powi(step), 1.0 - SQUARE.powi(step));
    let all = weights.each().zip(gradient.each()).zip(mean.each().zip(square.each()));
    for ((weight, slope), (mean, square)) in all {
        *mean += (1.0 - MEAN) * (*slope - *mean);
        *square += (1.0 - SQUARE) * (*slope * *slope - *square);
        *slope = 0.0;
        *weight -= rate * (*mean / unbias_mean) / ((*square / unbias_square).sqrt() + 1e-8);
    }
}

#[cfg(test)]
mod tests {
    use rules::{Bitboard, Board};

    use super::*;

    /// Positions of one man each: on the left he wins, on the right he loses.
    fn samples() -> Vec<Sample> {
        let square = |row: u8, column: u8| {
            let set = Board::EIGHT.row_bits(row).0;
            Bitboard(1 << (set.trailing_zeros() + u32::from(column)))
        };
        let sample = |row, column| Sample {
            sets: [square(row, column), square(7 - row, 3 - column), Bitboard(0), Bitboard(0)],
            score: 0,
            half_points: if column < 2 { 2 } else { 0 },
        };
        (0..7).flat_map(|row| (0..4).map(move |column| sample(row, column))).collect()
    }

    #[test]
    fn a_fit_learns_what_decides() {
        let samples = samples();
        let how = How { epochs: 200, rate: 0.01, decay: 0.0, share: 1.0 };
        let mut losses = Vec::new();
        let model = fit(Board::EIGHT, &samples, how, &mut |_, model| {
            losses.push(loss(model, &samples, how));
        });
        assert_eq!(losses.len(), how.epochs);
        assert!(losses[how.epochs - 1] < losses[0] / 10.0, "{losses:?}");
        for sample in &samples {
            let mut seen = Seen::default();
            let phase = model.features(sample.sets, &mut seen);
            let won = model.forward(&seen, phase).out > 0.0;
            assert_eq!(won, sample.half_points == 2);
        }
    }

    #[test]
    fn the_goal_is_between_what_the_search_thought_and_what_came_of_it() {
        let sample = Sample { sets: [Bitboard(0); 4], score: 0, half_points: 2 };
        let goal = |share| How { epochs: 1, rate: 0.1, decay: 0.0, share }.goal(&sample);
        assert_eq!([goal(0.0), goal(0.5), goal(1.0)], [0.5, 0.75, 1.0]);
    }
}
