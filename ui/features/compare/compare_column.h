// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/words/layer_words.h"

#include <QFrame>

class QLabel;
class QToolButton;

namespace nestloom::ui {

class CyclesChart;
class ElidedLabel;
struct ComparedRun;

/// One run of the comparison: what it is, what bounds it, and its chart of the layers.
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
    ElidedLabel* m_about;
    ElidedLabel* m_bounds;
    QLabel* m_first;          // "baseline"
    QToolButton* m_makeFirst; // of all the others
    CyclesChart* m_chart;
};

} // namespace nestloom::ui
