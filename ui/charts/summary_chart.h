// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/painted_chart.h"

#include <QColor>
#include <QFontMetricsF>
#include <QGraphicsScene>

#include <optional>
#include <vector>

class QChart;
class QHorizontalStackedBarSeries;
class QValueAxis;

namespace nestloom::ui {

struct Theme;

/// A small chart drawn by Qt Charts in the colours of the theme: what it shows is asked for whenever data, colours or
/// fonts change. Bars are of Qt Charts, their texts are painted beside and over them: names come from files, and labels
/// of Qt Charts would read them as HTML.
class SummaryChart : public PaintedChart {
    Q_OBJECT
public:
    struct Fill {
        QColor colour;
        QColor hatch; // of diagonal lines over it; invalid = none
    };
    struct Part {
        double value = 0;
        Fill fill;
        QString text; // in the bar, where it has room
        QString toolTip;
    };
    struct Row {
        QString name;
        std::vector<Part> parts;
        QString value, note; // behind the bar
        bool isStrong = true;
        QString toolTip; // where no part has one
    };
    struct Key {
        QString text;
        Fill fill;
    };
    /// Where a bar would reach to be as long as something else.
    struct Mark {
        double value = 0;
        QString text;
    };
    struct Content {
        QString emptyTitle, emptyText; // without rows
        QString title;
        std::vector<Key> keys; // what the colours mean
        QString keyNote;       // behind them, where it has room
        std::vector<Row> rows;
        double whole = 0;    // what the width stands for; 0 = the longest row
        QString toolTip;     // where neither part nor row has one
        QString description; // for screen readers; empty = names and values of the rows
        std::optional<Mark> mark;
        // How it looks
        bool hasCard = true;
        bool areKeysBelow = false;
        bool areValuesAtBars = false; // else in a column
        bool areSeparated = true;     // a line of the card between parts
        double nameShare = 0.5;       // of the width, at most
        double rowHeight = 38;        // at most
        double thickness = 0.74;      // of a bar, as a share of its row
        double leastWidth = 0;        // of a part that is not nothing, in pixels
    };

    /// Tool tip of what lies under a point; empty where there is nothing.
    QString toolTipAt(QPointF at) const override;
    void paintChart(QPainter& painter) override;

protected:
    explicit SummaryChart(const QString& objectName, QWidget* parent);
    ~SummaryChart() override;

    virtual Content content(const Theme& theme) const = 0;
    /// Asks for the content anew; to be called at the end of the constructor and with all new data.
    void refresh();

private:
    struct Layout {
        QRectF plot;
        double left = 0;                   // where names and keys begin
        double row = 0;                    // height of one
        double whole = 1;                  // value at the right end of the plot
        std::vector<double> names, values; // widths of these texts
        std::vector<QRectF> keys;
        QPointF keysEnd; // where a text behind them stands
    };
    Layout layOut() const;
    QRectF slot(const Layout& layout, std::size_t row) const;
    template <typename Visit>
    void visitParts(const Layout& layout, Visit visit) const;
    double shownValue(const Layout& layout, const Part& part) const;
    double layOutKeys(Layout& layout, const QFontMetricsF& metrics) const;
    void fillSeries(const Layout& layout);
    void paintKeys(QPainter& painter, const Theme& theme, const Layout& layout) const;
    void paintRowTexts(QPainter& painter, const Theme& theme, const Layout& layout) const;
    void paintPartTexts(QPainter& painter, const Layout& layout) const;
    void paintMark(QPainter& painter, const Theme& theme, const Layout& layout) const;

    Content m_content;
    QGraphicsScene m_scene;
    QChart* m_chart; // of the scene
    QValueAxis *m_along, *m_across;
    QHorizontalStackedBarSeries* m_series;
};

} // namespace nestloom::ui
