// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/derived_values.h"

#include "engine/hardware/accelerator.h"
#include "ui/style/format.h"

#include <QGridLayout>
#include <QLabel>

namespace nestloom::ui {

namespace {

/// "10 B/cycle = 10 GB/s".
QString rateText(const std::optional<BytesPerCycle>& rate, double instances, Hertz clock)
{
    if (!rate)
        return DerivedValues::tr("unlimited");
    const double total = rate->count * instances;
    return DerivedValues::tr("%1, %2").arg(format::bandwidth(BytesPerCycle{total}),
                                           format::si(total * clock.count, QStringLiteral("B/s")));
}

/// Bytes on chip per PE, where the children of the interconnect are the PEs.
QString bytesPerPe(const hardware::Accelerator& accelerator)
{
    const auto above = accelerator.findLevel(accelerator.interconnect.below);
    if (!above || accelerator.interconnect.below.empty())
        return format::kNoValue;
    Bytes sum{};
    const std::int64_t pes = accelerator.instances(std::size_t(above->value) + 1);
    for (std::size_t i = above->value + 1; i < accelerator.levels.size() && pes > 0; ++i)
        if (accelerator.levels[i].capacity)
            sum += *accelerator.levels[i].capacity * (accelerator.instances(i) / pes);
    return format::bytes(sum);
}

/// Multiply-accumulates for each byte from the outermost level at which the roofline bends.
QString ridgePoint(const hardware::Accelerator& accelerator)
{
    const auto rate = accelerator.readRate(0);
    if (!rate || !(rate->count > 0))
        return DerivedValues::tr("none: unlimited");
    return format::si(static_cast<double>(accelerator.macUnits()) / rate->count, QStringLiteral("MAC/B"));
}

} // namespace

DerivedValues::DerivedValues(QWidget* parent) : QFrame(parent)
{
    setProperty("card", true);
    auto* layout = new QGridLayout(this);
    layout->setContentsMargins(12, 8, 12, 10);
    layout->setHorizontalSpacing(12);
    layout->setVerticalSpacing(4);
    auto* title = new QLabel(tr("Derived"), this);
    title->setProperty("strong", true);
    layout->addWidget(title, 0, 0, 1, 2);
    const std::array<QString, 8> names{tr("MAC per cycle"), tr("Peak rate"),  tr("On-chip memory"), tr("Memory per PE"),
                                       tr("DRAM read"),     tr("DRAM write"), tr("Ridge point"),    tr("Area")};
    for (std::size_t i = 0; i < names.size(); ++i) {
        auto* name = new QLabel(names[i], this);
        name->setProperty("muted", true);
        m_values[i] = new QLabel(this);
        m_values[i]->setAlignment(Qt::AlignRight);
        m_values[i]->setTextInteractionFlags(Qt::TextSelectableByMouse);
        layout->addWidget(name, static_cast<int>(i) + 1, 0);
        layout->addWidget(m_values[i], static_cast<int>(i) + 1, 1);
    }
    layout->setColumnStretch(1, 1);
}

void DerivedValues::show(const hardware::Accelerator& accelerator)
{
    const bool usable = !accelerator.levels.empty();
    setVisible(usable);
    if (!usable)
        return;
    const double units = static_cast<double>(accelerator.macUnits());
    m_values[0]->setText(format::integer(accelerator.macUnits()));
    m_values[1]->setText(format::si(units * accelerator.clock.count, QStringLiteral("MAC/s")));
    m_values[2]->setText(format::bytes(accelerator.onChipBytes()));
    m_values[2]->setToolTip(format::exactBytes(accelerator.onChipBytes()));
    m_values[3]->setText(bytesPerPe(accelerator));
    m_values[4]->setText(rateText(accelerator.readRate(0), 1, accelerator.clock));
    m_values[5]->setText(rateText(accelerator.writeRate(0), 1, accelerator.clock));
    m_values[6]->setText(ridgePoint(accelerator));
    m_values[6]->setToolTip(tr("MAC units over the read bandwidth of %1: a layer with fewer multiply-accumulates for "
                               "each byte it reads is bound by that bandwidth, however it is mapped.")
                                .arg(QString::fromStdString(accelerator.levels.front().name)));
    const auto area = hardware::chipArea(accelerator);
    m_values[7]->setText(area                         ? format::area(*area)
                         : accelerator.area.isEmpty() ? tr("no area table")
                                                      : tr("not known: the area table has gaps"));
    m_values[7]->setToolTip(area ? tr("Buffers and MAC units, without wires, network-on-chip and control. %1")
                                       .arg(QString::fromStdString(accelerator.area.source))
                                 : tr("State the areas and their source in the group Area."));
}

} // namespace nestloom::ui
