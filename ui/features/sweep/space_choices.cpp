// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/sweep/space_choices.h"

#include "ui/ports/sweeps.h"
#include "ui/widgets/make_widgets.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>

namespace nestloom::ui {

namespace {

constexpr int kAll = -1;            // instead of a sampling
constexpr double kMostAsked = 2000; // combinations whose conditions are asked here: 50 ms
constexpr int kMostDrawn = 20'000;

Error tooMany(const QString& message) { return {ErrorCode::InvalidInput, message.toStdString(), {}}; }

QStringList partsOf(const QLineEdit& edit)
{
    QStringList parts;
    for (const QString& part : edit.text().split(QLatin1Char(';'), Qt::SkipEmptyParts))
        if (!part.trimmed().isEmpty())
            parts << part.trimmed();
    return parts;
}

} // namespace

SpaceChoices::SpaceChoices(const Sweeps& sweeps, QWidget* parent)
    : QWidget(parent), m_sweeps(sweeps), m_links(named(new QLineEdit(this), "sweepLinks", tr("Linked fields"))),
      m_conditions(named(new QLineEdit(this), "sweepConditions", tr("Conditions"))),
      m_sampling(named(new QComboBox(this), "sweepSampling", tr("Points"))),
      m_count(named(new QSpinBox(this), "sweepSample", tr("Points that are drawn"))),
      m_frontOnly(named(new QCheckBox(tr("front only"), this), "sweepFrontOnly", {},
                        tr("Find bounds of all points first, and solve only points that can be on the front of cycles "
                           "and bytes on chip; the front is that of the whole space")))
{
    m_links->setPlaceholderText(tr("field = expression"));
    m_links->setToolTip(tr("Fields that follow from others, such as levels.InputBuffer.capacity = "
                           "levels.GlobalBuffer.capacity / 8; several with ; between them"));
    m_conditions->setPlaceholderText(tr("a condition"));
    m_conditions->setToolTip(tr("Accelerators for which this does not hold are left out before anything is solved, "
                                "such as on_chip <= 2*MiB and mac_units >= 256: fields by their paths, on_chip, "
                                "mac_units, area; several with ; between them"));
    m_sampling->addItem(tr("All combinations"), kAll);
    m_sampling->addItem(tr("Latin hypercube"), int(explore::Sampling::LatinHypercube));
    m_sampling->addItem(tr("Sobol sequence"), int(explore::Sampling::Sobol));
    m_sampling->addItem(tr("Random"), int(explore::Sampling::Random));
    m_sampling->setToolTip(tr("Which combinations of the values are points"));
    m_count->setRange(1, kMostDrawn);
    m_count->setValue(100);
    m_count->setGroupSeparatorShown(true);
    m_count->setAlignment(Qt::AlignRight);
    m_count->setEnabled(false);
    auto* links = new QLabel(tr("Linked"), this);
    auto* conditions = new QLabel(tr("Only where"), this);
    setLayout(columnOf({rowOf({links, {m_links, 1}, conditions, {m_conditions, 1}}, 6),
                        rowOf({m_sampling, m_count, m_frontOnly, LinePart::room()}, 6)},
                       4));
    connect(m_links, &QLineEdit::textChanged, this, &SpaceChoices::changed);
    connect(m_conditions, &QLineEdit::textChanged, this, &SpaceChoices::changed);
    connect(m_count, &QSpinBox::valueChanged, this, &SpaceChoices::changed);
    connect(m_frontOnly, &QCheckBox::toggled, this, &SpaceChoices::changed);
    connect(m_sampling, &QComboBox::currentIndexChanged, this, [this] {
        m_count->setEnabled(m_sampling->currentData().toInt() != kAll);
        Q_EMIT changed();
    });
}

bool SpaceChoices::isFrontOnly() const { return m_frontOnly->isChecked(); }

Status SpaceChoices::apply(explore::DesignSpace& space) const
{
    for (const QString& text : partsOf(*m_links)) {
        TRY(auto link, m_sweeps.parseLink(text, space.base));
        space.links.push_back(std::move(link));
    }
    for (const QString& text : partsOf(*m_conditions)) {
        TRY(auto condition, m_sweeps.parseCondition(text, space.base));
        space.conditions.push_back(std::move(condition));
    }
    double combinations = 1;
    for (const explore::Axis& axis : space.axes)
        combinations *= double(axis.values.size());
    if (const int kind = m_sampling->currentData().toInt(); kind != kAll) {
        space.sample = {explore::Sampling(kind), std::size_t(m_count->value()), 1};
        combinations = m_count->value();
    }
    if (!space.conditions.empty() && combinations > kMostAsked)
        return tooMany(tr("Conditions are asked of at most 2,000 points here; draw a sample, or use nestloom-cli sweep "
                          "--where."));
    return space.isChosen() ? explore::choosePoints(space) : explore::check(space);
}

} // namespace nestloom::ui
