// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/sampling.h"

#include "engine/base/rng.h"
#include "engine/base/text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <set>
#include <string>

namespace nestloom::explore {

namespace {

constexpr std::array<std::string_view, 3> kSamplingNames{"random", "latin-hypercube", "sobol"};
constexpr std::size_t kMostPoints = 1'000'000;
constexpr std::size_t kBits = 32; // of a Sobol number

/// A primitive polynomial over GF(2) and the first direction numbers of an axis, from the second axis on.
struct Direction {
    std::size_t degree;
    std::uint32_t coefficients; // between the highest and the lowest, as bits
    std::array<std::uint32_t, 5> first;
};
constexpr std::array<Direction, kMaxSobolAxes - 1> kDirections{{{1, 0, {1}},
                                                                {2, 1, {1, 3}},
                                                                {3, 1, {1, 3, 1}},
                                                                {3, 2, {1, 1, 1}},
                                                                {4, 1, {1, 1, 3, 3}},
                                                                {4, 4, {1, 3, 5, 13}},
                                                                {5, 2, {1, 1, 5, 5, 17}},
                                                                {5, 4, {1, 1, 5, 5, 5}},
                                                                {5, 7, {1, 1, 7, 11, 19}}}};

/// Bit by bit, what a bit of the point's number adds to its place on the axis.
std::array<std::uint32_t, kBits> directionNumbers(std::size_t axis)
{
    std::array<std::uint32_t, kBits> v{};
    for (std::size_t i = 0; i < kBits; ++i) {
        if (axis == 0) {
            v[i] = 1u << (kBits - 1 - i);
            continue;
        }
        const Direction& direction = kDirections[axis - 1];
        const std::size_t s = direction.degree;
        if (i < s) {
            v[i] = direction.first[i] << (kBits - 1 - i);
            continue;
        }
        v[i] = v[i - s] ^ (v[i - s] >> s);
        for (std::size_t k = 1; k < s; ++k)
            if (direction.coefficients >> (s - 1 - k) & 1u)
                v[i] ^= v[i - k];
    }
    return v;
}

/// Places from 0 to 1 of all points on one axis.
std::vector<double> placesOn(std::size_t axis, const Sample& sample, Rng& rng)
{
    std::vector<double> places(sample.count);
    switch (sample.kind) {
    case Sampling::Random: std::ranges::generate(places, [&] { return rng.unit(); }); break;
    case Sampling::LatinHypercube: {
        std::vector<std::size_t> parts(sample.count);
        std::iota(parts.begin(), parts.end(), std::size_t(0));
        rng.shuffle(std::span(parts));
        for (std::size_t i = 0; i < places.size(); ++i)
            places[i] = (double(parts[i]) + rng.unit()) / double(sample.count);
        break;
    }
    case Sampling::Sobol: {
        const auto v = directionNumbers(axis);
        std::uint32_t x = 0;
        for (std::size_t i = 0; i < places.size(); ++i) {
            places[i] = double(x) / 4294967296.0;
            x ^= v[std::size_t(std::countr_one(std::uint32_t(i)))]; // in the order of Gray codes
        }
        break;
    }
    }
    return places;
}

Error refuseSample(const std::string& message) { return {ErrorCode::InvalidInput, message, "sample"}; }

} // namespace

std::string_view name(Sampling sampling) { return kSamplingNames[std::size_t(sampling)]; }

std::optional<Sampling> samplingNamed(std::string_view name) { return valueNamed<Sampling>(kSamplingNames, name); }

Result<std::vector<std::uint32_t>> drawRows(const std::vector<std::size_t>& sizes, const Sample& sample)
{
    if (sample.count == 0 || sample.count > kMostPoints)
        return refuseSample("a sample has 1 to " + std::to_string(kMostPoints) + " points, not "
                            + std::to_string(sample.count));
    if (sample.kind == Sampling::Sobol && sizes.size() > kMaxSobolAxes)
        return refuseSample("a Sobol sequence has at most " + std::to_string(kMaxSobolAxes)
                            + " axes; latin-hypercube takes any number");
    Rng rng(sample.seed);
    std::vector<std::vector<std::uint32_t>> points(sample.count, std::vector<std::uint32_t>(sizes.size()));
    for (std::size_t axis = 0; axis < sizes.size(); ++axis) {
        const std::vector<double> places = placesOn(axis, sample, rng);
        for (std::size_t i = 0; i < places.size(); ++i)
            points[i][axis] = std::uint32_t(std::min(places[i] * double(sizes[axis]), double(sizes[axis] - 1)));
    }
    std::vector<std::uint32_t> rows;
    std::set<std::vector<std::uint32_t>> known;
    for (const auto& point : points)
        if (known.insert(point).second)
            rows.insert(rows.end(), point.begin(), point.end());
    return rows;
}

} // namespace nestloom::explore
