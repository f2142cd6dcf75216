// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/noc/colour_editor.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QSignalBlocker>

#include <algorithm>

namespace nestloom::ui {

namespace {

constexpr double kLeast = 0.01; // percent between the ends

QDoubleSpinBox* percentBox(const QString& name)
{
    auto* box = new QDoubleSpinBox;
    box->setRange(0, 100);
    box->setDecimals(2);
    box->setSuffix(QStringLiteral(" %"));
    box->setAccessibleName(name);
    box->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    return box;
}

} // namespace

ColourEditor::ColourEditor(FlitMap& map, QWidget* parent)
    : QWidget(parent), m_map(map), m_automatic(new QCheckBox(tr("to the busiest link"))),
      m_from(percentBox(tr("Dark end"))), m_to(percentBox(tr("Bright end"))), m_log(new QCheckBox(tr("logarithmic"))),
      m_routers(new QComboBox)
{
    m_automatic->setToolTip(tr("Colours end at the most that any link has, over all windows while the time moves"));
    m_routers->addItem(tr("flits held"), int(FlitMap::RouterFigure::Occupancy));
    m_routers->addItem(tr("headers waiting"), int(FlitMap::RouterFigure::WaitingHeaders));
    m_routers->setToolTip(
        tr("Flits in the buffers of a router, or input ports with a header that got no output; means over the "
           "shown cycles"));
    auto* form = new QFormLayout(this);
    form->setContentsMargins(12, 10, 12, 10);
    form->addRow(tr("Links"), m_automatic);
    form->addRow(tr("from"), m_from);
    form->addRow(tr("to"), m_to);
    form->addRow(QString(), m_log);
    form->addRow(tr("Routers"), m_routers);
    connect(m_automatic, &QCheckBox::toggled, this, &ColourEditor::apply);
    connect(m_log, &QCheckBox::toggled, this, &ColourEditor::apply);
    connect(m_routers, &QComboBox::currentIndexChanged, this, &ColourEditor::apply);
    for (QDoubleSpinBox* box : {m_from, m_to})
        connect(box, &QDoubleSpinBox::valueChanged, this, [this] {
            const QSignalBlocker quiet(m_automatic);
            m_automatic->setChecked(false);
            apply();
        });
    refresh();
}

void ColourEditor::refresh()
{
    const FlitMap::Colours& colours = m_map.colours();
    const MeshScale& scale = m_map.scale();
    const QSignalBlocker a(m_automatic), f(m_from), t(m_to), l(m_log), r(m_routers);
    m_automatic->setChecked(colours.automatic);
    m_from->setValue(100 * scale.bottom);
    m_to->setValue(100 * scale.top);
    m_log->setChecked(colours.log);
    m_routers->setCurrentIndex(m_routers->findData(int(colours.routers)));
}

void ColourEditor::apply()
{
    FlitMap::Colours colours = m_map.colours();
    colours.automatic = m_automatic->isChecked();
    colours.log = m_log->isChecked();
    colours.routers = static_cast<FlitMap::RouterFigure>(m_routers->currentData().toInt());
    const double from = std::min(m_from->value(), 100 - kLeast);
    colours.range = {colours.log, std::max(m_to->value(), from + kLeast) / 100, from / 100};
    m_map.setColours(colours);
    if (colours.automatic)
        refresh();
}

} // namespace nestloom::ui
