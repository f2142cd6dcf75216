// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <functional>

class QHBoxLayout;
class QToolButton;

namespace nestloom::ui {

class OverlaySweeps;
class SweepPointModel;

/// The sweeps whose fronts stand beside that of the shown one: a button that adds a stored one, a chip for each that
/// takes it away. A chip of a sweep that cannot be shown says why.
class OverlayBar : public QWidget {
    Q_OBJECT
public:
    /// `whyNot`: empty when a sweep has points on the axes that are shown.
    OverlayBar(OverlaySweeps& sweeps, std::function<QString(const SweepPointModel&)> whyNot, QWidget* parent = nullptr);

    void refresh(); // other axes

private:
    void fillMenu();

    OverlaySweeps& m_sweeps;
    std::function<QString(const SweepPointModel&)> m_whyNot;
    QToolButton* m_add;
    QHBoxLayout* m_chips;
};

} // namespace nestloom::ui
