// SPDX-License-Identifier: Apache-2.0
#include "engine/workload/transposed_convolution.h"

#include "engine/base/integers.h"

#include <algorithm>
#include <numeric>

namespace nestloom::workload {

namespace {

std::int64_t remainder(std::int64_t a, std::int64_t b) { return ((a % b) + b) % b; }

} // namespace

std::vector<TransposedPhase> transposedPhases(const TransposedAxis& axis)
{
    const std::int64_t common = std::gcd(axis.stride, axis.dilation);
    const std::int64_t step = axis.stride / common;                   // from one tap of a phase to its next
    std::vector<std::int64_t> firstTap(std::size_t(axis.stride), -1); // by tap * dilation modulo stride
    for (std::int64_t tap = 0; tap < std::min(step, axis.taps); ++tap)
        firstTap[std::size_t(remainder(tap * axis.dilation, axis.stride))] = tap;
    std::vector<TransposedPhase> phases;
    for (std::int64_t first = 0; first < std::min(axis.stride, axis.outputs); ++first) {
        const std::int64_t tap = firstTap[std::size_t(remainder(first + axis.padding, axis.stride))];
        if (tap < 0)
            continue;
        TransposedPhase phase;
        phase.firstOutput = first;
        phase.outputs = ceilDivide(axis.outputs - first, axis.stride);
        phase.firstTap = tap;
        phase.taps = ceilDivide(axis.taps - tap, step);
        phase.tapStep = step;
        phase.firstInput = (first + axis.padding - tap * axis.dilation) / axis.stride; // exact
        phase.dilation = phase.taps == 1 ? 1 : axis.dilation / common;
        phases.push_back(phase);
    }
    return phases;
}

std::vector<TransposedPart> transposedParts(const TransposedAxis& axis)
{
    std::vector<TransposedPart> parts;
    for (const TransposedPhase& phase : transposedPhases(axis)) {
        const auto same = std::ranges::find_if(parts, [&](const TransposedPart& part) {
            return part.phase.taps == phase.taps && part.phase.outputs == phase.outputs
                   && part.phase.firstInput == phase.firstInput;
        });
        if (same == parts.end())
            parts.push_back({phase, 1});
        else
            ++same->count;
    }
    return parts;
}

std::vector<Layer> transposedConvolutionLayers(const std::string& name, const TransposedConvolution& convolution)
{
    std::vector<Layer> layers;
    const auto columns = transposedParts(convolution.horizontal);
    for (const TransposedPart& row : transposedParts(convolution.vertical))
        for (const TransposedPart& column : columns) {
            Layer layer;
            layer.bounds = {{row.phase.taps, column.phase.taps, row.phase.outputs, column.phase.outputs, convolution.c,
                             convolution.k * row.count * column.count, convolution.n, convolution.g}};
            layer.dilationR = row.phase.dilation;
            layer.dilationS = column.phase.dilation;
            layers.push_back(layer);
        }
    for (std::size_t i = 0; i < layers.size(); ++i)
        layers[i].name = layers.size() == 1 ? name : name + ".phase" + std::to_string(i);
    return layers;
}

} // namespace nestloom::workload
