// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/sweep/overlay_bar.h"

#include "ui/features/sweep/overlay_sweeps.h"
#include "ui/parts/model_badge.h"
#include "ui/style/wording.h"
#include "ui/widgets/make_widgets.h"

#include <QMenu>
#include <QToolButton>

namespace nestloom::ui {

OverlayBar::OverlayBar(OverlaySweeps& sweeps, std::function<QString(const SweepPointModel&)> whyNot, QWidget* parent)
    : QWidget(parent), m_sweeps(sweeps), m_whyNot(std::move(whyNot)), m_chips(rowOf({}, 6))
{
    m_add = toolButton(tr("Add sweep..."), tr("Show the front of another stored sweep beside this one"), "addSweep");
    m_add->setPopupMode(QToolButton::InstantPopup);
    m_add->setMenu(new QMenu(m_add));
    setLayout(rowOf({m_add, LinePart(m_chips)}, 6));
    connect(m_add->menu(), &QMenu::aboutToShow, this, &OverlayBar::fillMenu);
    connect(&sweeps, &OverlaySweeps::changed, this, &OverlayBar::refresh);
}

void OverlayBar::fillMenu()
{
    QMenu* menu = m_add->menu();
    menu->clear();
    const bool isFull = m_sweeps.all().size() >= OverlaySweeps::kMost;
    const std::vector<SweepSummary> addable = isFull ? std::vector<SweepSummary>() : m_sweeps.addable();
    for (const SweepSummary& sweep : addable)
        menu->addAction(
            tr("Sweep %1 of %2, %3")
                .arg(sweep.id)
                .arg(qt(sweep.acceleratorName), counted(qint64(sweep.pointsDone), tr("1 point"), tr("%1 points"))),
            this, [this, id = sweep.id] { m_sweeps.choose(id); });
    if (addable.empty())
        menu->addAction(isFull ? tr("More than %1 sweeps could not be told apart").arg(OverlaySweeps::kMost + 1)
                               : tr("No other sweep is stored"))
            ->setEnabled(false);
}

void OverlayBar::refresh()
{
    while (QLayoutItem* item = m_chips->takeAt(0)) {
        item->widget()->setParent(nullptr);
        item->widget()->deleteLater(); // it may be the one that was clicked
        delete item;
    }
    for (const OverlaySweeps::Sweep& sweep : m_sweeps.all()) {
        const QString why = sweep.points ? m_whyNot(*sweep.points) : tr("being read");
        QString about = tr("Take it away");
        if (sweep.points)
            about = tr("%1: %2, model %3. Click to take it away.")
                        .arg(sweepName(sweep.id, sweep.points->inputs()), methodText(sweep.points->inputs()),
                             modelName(records::modelOf(sweep.points->inputs().engine())));
        auto* chip =
            toolButton(why.isEmpty() ? tr("Sweep %1  x").arg(sweep.id) : tr("Sweep %1: %2  x").arg(sweep.id).arg(why),
                       about, "overlayChip");
        chip->setProperty("chip", true);
        m_chips->addWidget(chip);
        connect(chip, &QToolButton::clicked, this, [this, id = sweep.id] { m_sweeps.remove(id); });
    }
}

} // namespace nestloom::ui
