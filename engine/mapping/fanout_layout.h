// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/mapping/layer_mapping.h"

#include <optional>
#include <vector>

namespace nestloom::mapping {

/// Whether spatial loops whose bounds multiply to `children` can be laid out: some c columns times r rows of the
/// fan-out are exactly so many. Only the product counts, because any divisor c of it can be put together from factors
/// of the loops. With a product, all its divisors can be laid out.
bool canBeLaidOut(const hardware::Fanout& fanout, std::int64_t children);

/// The most children that spatial loops can use whose bounds multiply to a divisor of `whole`. For a one-dimensional
/// fan-out its size: a bound that is easy to see through.
std::int64_t mostChildren(const hardware::Fanout& fanout, std::int64_t whole);

/// By how much a product is too large, at least: c columns and r rows of it, each over what there is where that is
/// less. 1 = it can be laid out.
double layoutExcess(const hardware::Fanout& fanout, std::int64_t children);

/// The loops with an axis each, whatever theirs are: as few as possible split over both axes, then as many children as
/// possible along the columns, inner loops first. Loops over rows come first (outside), then those over columns. For a
/// one-dimensional fan-out the loops as they are, where the axis means nothing. Nothing when they cannot be laid out.
std::optional<std::vector<Loop>> layOut(const hardware::Fanout& fanout, const std::vector<Loop>& spatial);

/// The same for every level; levels that cannot be laid out stay as they are, for the verifier to tell.
void layOut(const hardware::Accelerator& accelerator, LayerMapping& mapping);

/// The loops as a text or file has them: an axis for each (`written`), or for none of them, as older files: then they
/// are laid out. Fails   InvalidInput when only some have one, or when none has and no layout exists, on columns and
/// rows
Result<std::vector<Loop>> withAxes(const hardware::BufferLevel& level, std::vector<Loop> spatial,
                                   const std::vector<std::optional<hardware::Axis>>& written);

} // namespace nestloom::mapping
