// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/memory/plan_boxes.h"

#include "ui/features/memory/memory_words.h"
#include "ui/features/memory/plan_focus.h"

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

namespace {

BoxKind kindOf(const workload::OperatorGraph& graph, const workload::Tensor& tensor)
{
    if (graph.operators[tensor.producer.value].inputs.empty())
        return BoxKind::GraphInput;
    return tensor.consumers.empty() ? BoxKind::GraphOutput : BoxKind::Activation;
}

} // namespace

PlanBoxes::PlanBoxes(const workload::OperatorGraph& graph, const memory::MemoryPlan& plan)
    : m_steps(int(plan.order.size()))
{
    const auto& residencies = plan.residencies;
    m_boxes.reserve(residencies.size() + plan.parameters.size());
    for (std::size_t i = 0; i < residencies.size(); ++i) {
        const memory::Residency& residency = residencies[i];
        const workload::Tensor& tensor = graph.tensors[residency.tensor.value];
        PlanBox box{int(residency.first),  int(residency.last),   residency.offset.count,     tensor.size.count,
                    kindOf(graph, tensor), tensor.producer.value, int(residency.tensor.value)};
        box.retrieved = i > 0 && residencies[i - 1].tensor == residency.tensor;
        box.comesBack = i + 1 < residencies.size() && residencies[i + 1].tensor == residency.tensor;
        box.spilled = box.comesBack && !box.retrieved; // later a copy is off chip already
        m_boxes.push_back(box);
    }
    std::vector<int> stepOf(graph.operators.size());
    for (std::size_t step = 0; step < plan.order.size(); ++step)
        stepOf[plan.order[step].value] = int(step);
    for (const memory::ParameterPlace& place : plan.parameters) {
        const int step = stepOf[place.op.value];
        const Bytes size = graph.operators[place.op.value].parameters[place.parameter];
        m_boxes.push_back(
            {step, step, place.offset.count, size.count, BoxKind::Parameter, place.op.value, -1, int(place.parameter)});
    }
    index();
}

void PlanBoxes::index()
{
    m_chunks.resize(std::size_t((m_steps + kChunk - 1) / kChunk));
    for (std::size_t i = 0; i < m_boxes.size(); ++i)
        for (int chunk = chunkOf(m_boxes[i].first); chunk <= chunkOf(m_boxes[i].last); ++chunk)
            m_chunks[std::size_t(chunk)].push_back(std::uint32_t(i));
}

int PlanBoxes::boxAt(int step, std::int64_t address) const
{
    int found = -1;
    visit(step, step, [&](int index) {
        const PlanBox& box = m_boxes[std::size_t(index)];
        if (address >= box.offset && address < box.offset + box.size)
            found = index;
    });
    return found;
}

std::vector<int> PlanBoxes::boxesAt(int step) const
{
    std::vector<int> found;
    visit(step, step, [&](int index) { found.push_back(index); });
    std::ranges::sort(found,
                      [this](int a, int b) { return m_boxes[std::size_t(a)].offset < m_boxes[std::size_t(b)].offset; });
    return found;
}

int PlanBoxes::boxOf(TensorId tensor, int step) const
{
    int first = -1;
    for (std::size_t i = 0; i < m_boxes.size(); ++i) {
        const PlanBox& box = m_boxes[i];
        if (box.tensor != int(tensor.value))
            continue;
        if (box.first <= step && step <= box.last)
            return int(i);
        if (first < 0)
            first = int(i);
    }
    return first;
}

namespace {

struct Shade {
    QRgb fill, edge;
};

QColor edgeOf(const QColor& fill, const Theme& theme) { return theme.dark ? fill.darker(175) : fill.darker(150); }

using Shades = std::array<Shade, 4>; // by BoxKind

Shades shades(const Theme& theme)
{
    Shades all{};
    for (std::size_t i = 0; i < all.size(); ++i) {
        const QColor fill = boxColour(theme, static_cast<BoxKind>(i));
        all[i] = {fill.rgb(), edgeOf(fill, theme).rgb()};
    }
    return all;
}

class Raster {
public:
    explicit Raster(QImage& image)
        : m_bits(reinterpret_cast<QRgb*>(image.bits())), m_stride(image.bytesPerLine() / int(sizeof(QRgb))),
          m_width(image.width()), m_height(image.height())
    {
    }

    /// Edges in pixels, half-open; clipped.
    void box(int left, int top, int right, int bottom, const Shade& shade)
    {
        const bool hasEdge = right - left >= 3 && bottom - top >= 3;
        fill(left, top, right, bottom, hasEdge ? shade.edge : shade.fill);
        if (hasEdge)
            fill(left + 1, top + 1, right - 1, bottom - 1, shade.fill);
    }

private:
    void fill(int left, int top, int right, int bottom, QRgb colour)
    {
        left = std::max(left, 0);
        top = std::max(top, 0);
        right = std::min(right, m_width);
        bottom = std::min(bottom, m_height);
        for (int y = top; y < bottom; ++y)
            std::fill(m_bits + std::ptrdiff_t(y) * m_stride + left,
                      m_bits + std::ptrdiff_t(y) * m_stride + std::max(left, right), colour);
    }

    QRgb* m_bits;
    int m_stride, m_width, m_height;
};

} // namespace

QImage rasterBoxes(const PlanBoxes& boxes, const PlanGeometry& geometry, const Theme& theme, double pixelRatio)
{
    QImage image((geometry.plot.size() * pixelRatio).toSize(), QImage::Format_ARGB32_Premultiplied);
    if (image.isNull())
        return image;
    image.fill(Qt::transparent);
    image.setDevicePixelRatio(pixelRatio);
    const Shades shade = shades(theme);
    const double perStep = image.width() / (geometry.highStep - geometry.lowStep);
    const double perByte = image.height() / (geometry.highBytes - geometry.lowBytes);
    const auto pixel = [](double at) { return int(std::lround(std::clamp(at, -1e6, 1e6))); };
    Raster raster(image);
    boxes.visit(geometry.firstStep(), geometry.lastStep(), [&](int index) {
        const PlanBox& box = boxes.all()[std::size_t(index)];
        if (box.size <= 0)
            return;
        const int left = pixel((box.first - geometry.lowStep) * perStep);
        const int right = pixel((box.last + 1 - geometry.lowStep) * perStep);
        const int top = pixel((geometry.highBytes - double(box.offset + box.size)) * perByte);
        const int bottom = pixel((geometry.highBytes - double(box.offset)) * perByte);
        raster.box(left, top, std::max(right, left + 1), std::max(bottom, top + 1), shade[std::size_t(box.kind)]);
    });
    return image;
}

} // namespace nestloom::ui
