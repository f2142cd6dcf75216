// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/sweep/space_choices.h"

#include "ui/features/sweep/sweep_form.h"
#include "ui/ports/sweeps.h"
#include "ui/widgets/make_widgets.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>

#include <algorithm>
#include <array>
#include <utility>

namespace nestloom::ui {

namespace {

constexpr int kAll = -1;            // instead of a sampling
constexpr double kMostAsked = 2000; // combinations whose conditions are asked here: 50 ms
constexpr int kMostDrawn = 20'000;
constexpr std::array kNearly{1, 2, 5, 10, 20}; // percent
constexpr int kKnee = -1;
constexpr int kLeastCharacters = 6;

using explore::Objective;
constexpr std::array<std::pair<const char*, std::array<Objective, 2>>, 7> kFronts{
    {{QT_TRANSLATE_NOOP("nestloom::ui::SpaceChoices", "cycles, memory front"),
      {Objective::Cycles, Objective::OnChipBytes}},
     {QT_TRANSLATE_NOOP("nestloom::ui::SpaceChoices", "energy, memory front"),
      {Objective::Energy, Objective::OnChipBytes}},
     {QT_TRANSLATE_NOOP("nestloom::ui::SpaceChoices", "EDP, memory front"), {Objective::Edp, Objective::OnChipBytes}},
     {QT_TRANSLATE_NOOP("nestloom::ui::SpaceChoices", "cycles, energy front"), {Objective::Cycles, Objective::Energy}},
     {QT_TRANSLATE_NOOP("nestloom::ui::SpaceChoices", "cycles, area front"), {Objective::Cycles, Objective::Area}},
     {QT_TRANSLATE_NOOP("nestloom::ui::SpaceChoices", "time, memory front"), {Objective::Time, Objective::OnChipBytes}},
     {QT_TRANSLATE_NOOP("nestloom::ui::SpaceChoices", "time, energy front"), {Objective::Time, Objective::Energy}}}};

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
      m_front(named(new QComboBox(this), "sweepFront", tr("What is solved"),
                    tr("Every point; or bounds of all points first, and then only those that can be on the front of "
                       "these figures, which is that of the whole space"))),
      m_extent(named(new QComboBox(this), "sweepExtent", tr("How much of the front"),
                     tr("All of it; or but for what cannot be better by more than so much, in each figure; or the ends "
                        "and the knee only, farthest below the straight line between them. Less is sooner done")))
{
    m_links->setPlaceholderText(tr("field = expression"));
    m_links->setToolTip(tr("Fields that follow from others, such as levels.InputBuffer.capacity = "
                           "levels.GlobalBuffer.capacity / 8; several with ; between them"));
    m_conditions->setPlaceholderText(tr("a condition"));
    m_conditions->setToolTip(tr("Accelerators for which this does not hold are left out before anything is solved, "
                                "such as on_chip <= 2*MiB and mac_units >= 256: fields by their paths, on_chip, "
                                "mac_units, area, static_power; several with ; between them"));
    m_sampling->addItem(tr("All points"), kAll);
    m_sampling->addItem(tr("Latin hypercube"), int(explore::Sampling::LatinHypercube));
    m_sampling->addItem(tr("Sobol sequence"), int(explore::Sampling::Sobol));
    m_sampling->addItem(tr("Random"), int(explore::Sampling::Random));
    m_sampling->setToolTip(tr("Which combinations of the values are points"));
    m_front->addItem(tr("all of them"));
    for (const auto& [title, figures] : kFronts)
        m_front->addItem(tr(title));
    m_extent->addItem(tr("whole"), 0);
    for (const int percent : kNearly)
        m_extent->addItem(tr("within %1 %").arg(percent), percent);
    m_extent->addItem(tr("knee only"), kKnee);
    m_extent->setEnabled(false);
    for (QComboBox* box : {m_sampling, m_front}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(kLeastCharacters);
        box->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    }
    m_count->setRange(1, kMostDrawn);
    m_count->setValue(100);
    m_count->setGroupSeparatorShown(true);
    m_count->setAlignment(Qt::AlignRight);
    m_count->setEnabled(false);
    auto* solved = new QLabel(tr("Solve"), this);
    auto* links = new QLabel(tr("Linked"), this);
    auto* conditions = new QLabel(tr("Only where"), this);
    setLayout(columnOf({rowOf({links, {m_links, 1}, conditions, {m_conditions, 1}}, 6),
                        rowOf({{m_sampling, 1}, m_count}, 6), rowOf({solved, {m_front, 1}, m_extent}, 6)},
                       4));
    connect(m_links, &QLineEdit::textChanged, this, &SpaceChoices::changed);
    connect(m_conditions, &QLineEdit::textChanged, this, &SpaceChoices::changed);
    connect(m_count, &QSpinBox::valueChanged, this, &SpaceChoices::changed);
    connect(m_extent, &QComboBox::currentIndexChanged, this, &SpaceChoices::changed);
    connect(m_front, &QComboBox::currentIndexChanged, this, [this](int choice) {
        m_extent->setEnabled(choice > 0);
        Q_EMIT changed();
    });
    connect(m_sampling, &QComboBox::currentIndexChanged, this, [this] {
        m_count->setEnabled(m_sampling->currentData().toInt() != kAll);
        Q_EMIT changed();
    });
}

std::optional<explore::FrontSearch> SpaceChoices::front() const
{
    if (m_front->currentIndex() < 1)
        return std::nullopt;
    const auto& figures = kFronts[std::size_t(m_front->currentIndex() - 1)].second;
    const int extent = m_extent->currentData().toInt();
    return explore::FrontSearch{{figures.begin(), figures.end()}, {}, std::max(0, extent) / 100.0, extent == kKnee};
}

void SpaceChoices::write(SweepForm& form) const
{
    form.links = m_links->text();
    form.conditions = m_conditions->text();
    if (const int kind = m_sampling->currentData().toInt(); kind != kAll)
        form.sampling = kind;
    form.drawn = m_count->value();
    form.front = m_front->currentIndex();
    form.extent = m_extent->currentData().toInt();
}

void SpaceChoices::show(const SweepForm& form)
{
    m_links->setText(form.links);
    m_conditions->setText(form.conditions);
    m_sampling->setCurrentIndex(std::max(0, m_sampling->findData(form.sampling.value_or(kAll))));
    m_count->setValue(form.drawn);
    m_front->setCurrentIndex(form.front < m_front->count() ? std::max(0, form.front) : 0);
    m_extent->setCurrentIndex(std::max(0, m_extent->findData(form.extent)));
    for (QLineEdit* edit : {m_links, m_conditions})
        edit->setCursorPosition(0); // a long one shows its beginning
}

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
