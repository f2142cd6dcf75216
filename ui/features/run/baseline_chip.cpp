// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/run/baseline_chip.h"

#include "ui/window/main_window.h"
#include "ui/workbench/baseline.h"

#include <QAction>
#include <QMenu>
#include <QStyle>

namespace nestloom::ui {

BaselineChip::BaselineChip(Workbench& workbench, QWidget* parent) : QToolButton(parent), m_workbench(workbench)
{
    setObjectName(QStringLiteral("baselineChip"));
    setToolButtonStyle(Qt::ToolButtonTextOnly);
    setFocusPolicy(Qt::TabFocus);
    connect(this, &QToolButton::clicked, this, &BaselineChip::toggle);
    connect(&m_workbench.baseline(), &Baseline::changed, this, &BaselineChip::refresh);
    connect(&m_workbench.run(), &ShownRun::numbered, this, &BaselineChip::refresh);
    refresh();
}

void BaselineChip::refresh()
{
    const Baseline& baseline = m_workbench.baseline();
    const bool pinned = baseline.isPinned();
    setText(pinned                ? tr("baseline: %1  x").arg(baseline.name())
            : baseline.run() != 0 ? tr("baseline: %1, automatic").arg(baseline.name())
                                  : tr("no baseline"));
    QStringList tip;
    if (const RunRecord* record = baseline.record())
        tip << tr("All numbers are compared with run %1: %2 on %3.")
                   .arg(QString::number(baseline.run()), QString::fromStdString(record->summary.networkName),
                        QString::fromStdString(record->summary.acceleratorName));
    if (const QString why = baseline.whyNothing(); !why.isEmpty())
        tip << why;
    if (const QString caution = baseline.caution(); !caution.isEmpty())
        tip << caution;
    tip << (pinned                ? tr("Click to unpin it: the last finished run of the network takes over.")
            : baseline.run() != 0 ? tr("It is the last finished run of the network; click to pin it.")
                                  : tr("Pin the shown run with Ctrl+B."));
    setToolTip(tip.join(QLatin1Char('\n')));
    setEnabled(baseline.run() != 0);
    if (const bool chip = baseline.run() != 0; property("chip").toBool() != chip) {
        setProperty("chip", chip);
        style()->unpolish(this); // a property of the style sheet changed
        style()->polish(this);
    }
}

void BaselineChip::toggle()
{
    Baseline& baseline = m_workbench.baseline();
    if (baseline.isPinned())
        baseline.unpin();
    else if (baseline.run() != 0)
        baseline.pin(baseline.run());
}

void installBaseline(MainWindow& window)
{
    Workbench& workbench = window.workbench();
    window.menu(MainWindow::Menu::Run)->addSeparator();
    QAction* pin =
        window.addAction(MainWindow::Menu::Run, QStringLiteral("pinBaseline"), MainWindow::tr("Pin as &baseline"),
                         Qt::CTRL | Qt::Key_B, MainWindow::tr("Compare all numbers with the shown run from now on"));
    QAction* unpin =
        window.addAction(MainWindow::Menu::Run, QStringLiteral("unpinBaseline"), MainWindow::tr("&Unpin the baseline"),
                         {}, MainWindow::tr("Compare with the last finished run of the network again"));
    const auto refresh = [&workbench, pin, unpin] {
        pin->setEnabled(workbench.run().run() != 0 && !workbench.run().isRunning());
        unpin->setEnabled(workbench.baseline().isPinned());
    };
    QObject::connect(pin, &QAction::triggered, pin, [&workbench] { workbench.baseline().pin(workbench.run().run()); });
    QObject::connect(unpin, &QAction::triggered, unpin, [&workbench] { workbench.baseline().unpin(); });
    QObject::connect(&workbench.baseline(), &Baseline::changed, pin, refresh);
    QObject::connect(&workbench.run(), &ShownRun::updated, pin, refresh);
    QObject::connect(&workbench.run(), &ShownRun::numbered, pin, refresh);
    refresh();
}

} // namespace nestloom::ui
