// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/nodes/level_picture.h"
#include "ui/features/nodes/shown_directives.h"
#include "ui/widgets/painted_chart.h"

#include <QListWidget>
#include <QSplitter>
#include <QWidget>

namespace nestloom::ui {

/// The directives of the selected layer as text, in the notation of KAPLA's paper. A line that is pointed at or
/// selected is marked in the pictures, and the other way round.
class DirectiveList : public QListWidget {
    Q_OBJECT
public:
    explicit DirectiveList(ShownDirectives& directives, QWidget* parent = nullptr);

protected:
    void leaveEvent(QEvent* event) override;

private:
    void refill();
    void mark();

    ShownDirectives& m_directives;
    bool m_marking = false; // the selection follows; nothing was chosen
};

/// The directives of the selected layer as pictures: the level of the chosen line, or nodes and PEs beside each other
/// where there is room. A click chooses a directive in the text. Up and Down go through the lines, Left and Right
/// through the levels.
class DirectiveView : public PaintedChart {
    Q_OBJECT
public:
    explicit DirectiveView(ShownDirectives& directives, QWidget* parent = nullptr);

    /// The levels in sight and where.
    std::vector<LevelPicture> pictures() const;
    QString toolTipAt(QPointF at) const override;

    QString chartName() const override { return m_directives.empty() ? QString() : tr("directives"); }
    TableValues chartValues() const override;
    std::optional<Provenance> chartProvenance() const override;
    void paintChart(QPainter& painter) override;
    QSize sizeHint() const override { return {560, 300}; }
    QSize minimumSizeHint() const override { return {360, 180}; }

protected:
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    std::optional<LevelPicture::Hit> hitAt(QPointF at) const;
    std::vector<std::size_t> levelsInSight() const; // outermost first
    void describe();

    ShownDirectives& m_directives;
};

/// The selected layer's directives: the text on the left, the pictures on the right.
class DirectivePanel : public QSplitter {
    Q_OBJECT
public:
    explicit DirectivePanel(ShownNodes& nodes, QWidget* parent = nullptr);
    ~DirectivePanel() override;

    ShownDirectives& directives() { return m_directives; }
    DirectiveList* list() const { return m_list; }
    DirectiveView* view() const { return m_view; }

private:
    ShownDirectives m_directives;
    DirectiveList* m_list;
    DirectiveView* m_view;
};

} // namespace nestloom::ui
