// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/flexer/machine.h"
#include "engine/schedule/flexer/tiling.h"
#include "engine/workload/layer.h"

namespace nestloom::schedule::flexer {

/// Bytes that every schedule of a tiling moves at least, in whatever order its operations run and whatever is evicted:
/// what is moved once, and what the scratchpad is too small to keep. MODEL.md has the argument (phases between which no
/// more than the scratchpad survives, after Hong and Kung 1981, and Loomis and Whitney's inequality for what a phase
/// touches). Sound for everything that verify() accepts. Stops early, with a lower figure, once it is at least
/// `enough`.
double trafficBound(const workload::Layer& layer, const Machine& machine, const Tiling& tiling, double enough);

/// Work of a layer, or of a part of it, as a box of pixels x outputs x reduction for each group, in any unit of volume.
/// `Surface`: what belongs to one tensor, by the unit of area of the side that it is of the box.
struct WorkBox {
    struct Surface {
        double area = 0;     // of the whole tensor
        double least = 1;    // volume that one unit of area is used for at most
        double moved = 0;    // bytes of one unit that is loaded; outputs: of a partial sum
        double resident = 0; // bytes of one unit in the scratchpad
    };
    Surface inputs, weights, outputs;
    double finished = 0; // bytes of one unit of outputs that is stored when finished
    double volume = 0;
    double scratchpad = 0;   // bytes
    double operands = 0;     // bytes of inputs and weights that lie there while any operation runs
    bool wholeTiles = false; // units are tiles, and areas are whole numbers

    double compulsory() const
    {
        return inputs.moved * inputs.area + weights.moved * weights.area + finished * outputs.area;
    }
};

/// Bytes that move at least for this box; at least compulsory().
double phaseBound(const WorkBox& box, double enough);

} // namespace nestloom::schedule::flexer
