// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/words/layer_words.h"

#include <QFrame>

class QLabel;
class QToolButton;

namespace nestloom::ui {

class CyclesChart;
class ElidedLabel;
class ModelBadge;
struct ComparedRun;

/// One run of the comparison: which it is, its model and engine, and what bounds it. The chart of its layers stands on
/// a page of its own.
class CompareColumn : public QFrame {
    Q_OBJECT
public:
    explicit CompareColumn(QWidget* parent = nullptr);

    void show(const ComparedRun& run, bool isFirst, const BaselineLayers& baseline);
    CyclesChart& chart() { return *m_chart; }

Q_SIGNALS:
    void putFirst();
    void removed();

private:
    QLabel* m_title;
    ModelBadge* m_model;
    ElidedLabel* m_about;
    ElidedLabel* m_bounds;
    QLabel* m_first;          // "baseline"
    QToolButton* m_makeFirst; // of all the others
    CyclesChart* m_chart;
};

} // namespace nestloom::ui
