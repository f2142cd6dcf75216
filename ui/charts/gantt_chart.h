// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/gantt_raster.h"
#include "ui/charts/lane_arrangement.h"
#include "ui/charts/time_chart.h"

#include <functional>

class QAction;

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
/// and last of the lane; Ctrl+wheel scrolls lanes that do not fit. Lanes are moved by their names, or by Ctrl+Up and
/// Ctrl+Down; the context menu pins them, makes them thin and hides them.
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
    QRectF rectOf(std::uint32_t event) const; // clipped to the plot; at least two pixels wide
    int firstLane() const;                    // that is in sight
    const LaneArrangement& lanes() const { return m_lanes; }
    QString eventText(std::uint32_t event) const; // name, kind, lane, cycles, bytes

    QString chartName() const override;
    TableValues chartValues() const override; // the events in sight
    QSize sizeHint() const override { return {760, 220}; }
    QSize minimumSizeHint() const override { return {320, int(headRoom()) + 60}; }
    /// Where all lanes are as tall as lanes get; what is above that stays empty. Without a trace there is no limit.
    int usefulHeight() const;

Q_SIGNALS:
    void lanesArranged();

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
    bool event(QEvent* event) override;

private:
    enum class Part { Pinned, Scrolled }; // of the plot, from the top
    void choose(std::uint32_t event, bool bringIntoSight);
    bool chooseOnLane(int step);
    bool chooseNeighbour(int step);
    bool chooseEnd(bool last);
    std::optional<std::size_t> laneAt(double y) const;
    std::optional<std::size_t> laneNamedAt(QPointF at) const;
    std::size_t currentLane() const;
    std::size_t thinCount() const;
    std::vector<std::size_t> groupOf(std::size_t lane) const;
    void makeLaneActions();
    void nameLaneActions();
    void arrange(const std::function<void()>& change);
    QRectF areaOf(Part part) const;
    std::vector<GanttRow> rows(Part part) const; // in sight
    std::vector<GanttShade> shades(const Theme& theme) const;
    QRectF overview() const;
    void refreshOverview(std::size_t columns);
    void paintLanes(QPainter& painter, const Theme& theme) const;
    void paintLabels(QPainter& painter, const Theme& theme, const std::vector<GanttRow>& rows) const;
    void paintVector(QPainter& painter, const Theme& theme, const std::vector<GanttRow>& rows) const;
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
    LaneArrangement m_lanes;
    std::vector<GanttRow> m_rows; // of all lanes that are shown, before they are scrolled
    double m_laneHeight = 0;      // pixels, with the gap below; of lanes that are not thin
    double m_pinnedHeight = 0, m_lanesHeight = 0;
    double m_scroll = 0; // pixels that lanes are moved up
    std::optional<std::size_t> m_draggedLane, m_menuLane;
    struct LaneActions {
        QAction *pin, *thin, *thinGroup, *hide, *hideGroup, *up, *down, *showAll;
    } m_laneActions{};
};

} // namespace nestloom::ui
