// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/gantt_raster.h"
#include "ui/charts/time_chart.h"

#include <functional>

namespace nestloom::ui {

/// How events of a kind look.
struct GanttStyle {
    std::function<QColor(const Theme&)> colour;
    bool isHatched = false; // tells it from kinds of the same hue
};

/// A trace as a picture: lanes by cycles, a box for every event, and on top an overview of the whole time with the part
/// in sight. Made for a million events: where boxes are thinner than a pixel, a column shows the share of its cycles in
/// which the lane is busy. Besides what TimeChart answers: a click selects an event, a double click or Enter shows it
/// whole, Left and Right select its neighbours, Up and Down the nearest event of another lane, Home and End the first
/// and last of the lane; Ctrl+wheel scrolls lanes that do not fit.
class GanttChart : public TimeChart {
    Q_OBJECT
public:
    explicit GanttChart(TimeFocus& focus, QWidget* parent = nullptr);

    /// `styles` by kind; null = nothing to show. Selection and window are the focus' to keep.
    void setTrace(std::shared_ptr<const trace::TraceIndex> index, std::vector<GanttStyle> styles);
    const std::shared_ptr<const trace::TraceIndex>& index() const { return m_index; }
    /// What to say while there is no trace.
    void setEmptyText(const QString& title, const QString& text, bool isWarning = false);
    /// More lines for the tool tip of an event.
    void setDescriber(std::function<QString(std::uint32_t)> describe) { m_describe = std::move(describe); }
    /// Events that belong to what is selected elsewhere; outlined.
    void setRelated(std::vector<std::uint32_t> events)
    {
        m_related = std::move(events);
        update();
    }

    std::optional<std::uint32_t> eventAt(QPointF at) const;
    QRectF rectOf(std::uint32_t event) const;     // clipped to the plot; at least two pixels wide
    int firstLane() const;                        // that is in sight
    QString eventText(std::uint32_t event) const; // name, kind, lane, cycles, bytes

    QString chartName() const override;
    TableValues chartValues() const override; // the events in sight
    QSize sizeHint() const override { return {760, 220}; }
    QSize minimumSizeHint() const override;
    /// Where all lanes are as tall as lanes get; what is above that stays empty. Without a trace there is no limit.
    int usefulHeight() const;

Q_SIGNALS:
    void eventChosen(quint32 event); // by the user, with mouse or keyboard

protected:
    bool hasData() const override { return m_index != nullptr; }
    void paintEmpty(QPainter& painter, const Theme& theme) override;
    void paintMarks(QPainter& painter, const Theme& theme, bool asPixels) override;
    void paintOver(QPainter& painter, const Theme& theme) override;
    QString hint(QPointF at) const override;
    void hover(QPointF at) override;
    void pick(QPointF at) override;
    void enter(QPointF at) override;
    bool takeKey(QKeyEvent& event) override;
    bool grab(QPointF at) override;
    void dragGrabbed(QPointF at) override;
    void panDown(double pixels) override;
    double headRoom() const override;
    void placed() override;

private:
    void choose(std::uint32_t event, bool bringIntoSight);
    bool chooseOnLane(int step);
    bool chooseNeighbour(int step);
    bool chooseEnd(bool last);
    std::optional<std::size_t> laneAt(double y) const;
    std::vector<GanttRow> rows() const;
    std::vector<GanttShade> shades(const Theme& theme) const;
    QRectF overview() const;
    void refreshOverview(std::size_t columns);
    void paintLanes(QPainter& painter, const Theme& theme) const;
    void paintLabels(QPainter& painter, const Theme& theme) const;
    void paintVector(QPainter& painter, const Theme& theme) const;
    void paintLegend(QPainter& painter, const Theme& theme) const;
    void paintOverview(QPainter& painter, const Theme& theme) const;
    void paintEvents(QPainter& painter, const QColor& colour, double width,
                     std::span<const std::uint32_t> events) const;

    std::shared_ptr<const trace::TraceIndex> m_index;
    std::vector<GanttStyle> m_styles;
    QString m_emptyTitle, m_emptyText;
    bool m_isWarning = false;
    std::function<QString(std::uint32_t)> m_describe;
    std::vector<std::uint32_t> m_related;
    std::optional<std::uint32_t> m_hovered;
    std::vector<double> m_overview; // mean busy share, by column
    double m_laneHeight = 0;        // pixels, with the gap below
    double m_scroll = 0;            // pixels that lanes are moved up
};

} // namespace nestloom::ui
