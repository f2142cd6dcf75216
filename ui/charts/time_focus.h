// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/axis_scale.h"

#include <QFont>
#include <QObject>
#include <QRectF>

#include <cstdint>
#include <optional>
#include <vector>

namespace nestloom::ui {

/// Cycles [from, to).
struct TimeRange {
    std::int64_t from = 0, to = 0;
    std::int64_t length() const { return to - from; }
    friend bool operator==(const TimeRange&, const TimeRange&) = default;
};

/// The part of an axis that is in sight: [low, high), 0 <= low < high <= its end, and no less than a few units of it.
class AxisFocus : public QObject {
    Q_OBJECT
public:
    double low() const { return m_low; }
    double high() const { return m_high; }
    void zoom(double at, double factor); // `at` stays where it is; a factor above 1 comes nearer
    void pan(double by) { slideTo(m_low + by); }
    void fit() { setWindow(0, m_last); }
    bool isFitted() const { return m_low == 0 && m_high == m_last; }

Q_SIGNALS:
    void windowChanged();

protected:
    AxisFocus(double fewest, QObject* parent) : QObject(parent), m_fewest(fewest) {}

    /// Another end of the axis, of which all is in sight if `fitted` or if it is nearer than what was in sight.
    void setLast(double last, bool fitted);
    void setWindow(double low, double high);
    void slideTo(double low); // as wide as it is

private:
    double widthFor(double width) const;

    const double m_fewest; // in sight
    double m_last = 0;
    double m_low = 0, m_high = 0;
};

/// What the user looks at along a time axis in cycles, shared by all charts above each other: the cycles in sight, the
/// cycle under the cursor, a marked range, and the selected event of the trace.
class TimeFocus : public AxisFocus {
    Q_OBJECT
public:
    explicit TimeFocus(QObject* parent = nullptr) : AxisFocus(8, parent) {}

    /// The axis goes from cycle 0 to `end`. What was fitted stays so; selection and range are kept where they exist.
    void setEnd(std::int64_t end);
    std::int64_t end() const { return m_end; }

    void show(TimeRange range); // with some room at both sides

    std::int64_t cursor() const { return m_cursor; }
    void setCursor(std::int64_t cycle); // clamped; brought into sight

    const std::optional<TimeRange>& range() const { return m_range; }
    void setRange(std::optional<TimeRange> range); // clamped; an empty one is none
    /// The marked range, or else what is in sight.
    TimeRange rangeOrWindow() const;

    std::optional<std::uint32_t> selected() const { return m_selected; } // into Trace::events
    void select(std::optional<std::uint32_t> event);

Q_SIGNALS:
    void cursorChanged(qint64 cycle);
    void rangeChanged();
    void selectionChanged();

private:
    std::int64_t m_end = 0;
    std::int64_t m_cursor = 0;
    std::optional<TimeRange> m_range;
    std::optional<std::uint32_t> m_selected;
};

/// Where cycles are in a chart.
struct TimeGeometry {
    QRectF plot;
    double low = 0, high = 1; // cycles at the left and right edge

    double x(double cycle) const { return plot.left() + (cycle - low) / (high - low) * plot.width(); }
    double cycleAt(double x) const { return low + (x - plot.left()) / plot.width() * (high - low); }
    double perPixel() const { return (high - low) / plot.width(); } // cycles
};

/// Round cycles in sight, about one every `pixelsEach`: "250 k", or exact below a thousand cycles between them.
std::vector<AxisTick> timeTicks(const TimeGeometry& geometry, double pixelsEach);

/// Room left of the plot for names of lanes and for bytes; the same in all charts that stand above each other.
double timeMargin(const QFont& captions);

} // namespace nestloom::ui
