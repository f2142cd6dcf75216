// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/sweep/effects_panel.h"

#include "ui/features/sweep/axis_row.h"
#include "ui/widgets/copyable_table.h"
#include "ui/widgets/make_widgets.h"
#include "ui/widgets/message_panel.h"
#include "ui/widgets/number_delegate.h"

#include <QLabel>

#include <algorithm>

namespace nestloom::ui {

namespace {
constexpr double kLeastTold = 0.0005; // a share that is shown as 0.1 %
} // namespace

EffectModel::EffectModel(QObject* parent) : ColumnTable(parent)
{
    const auto tip = [](const Effect& effect) { return effect.toolTip; };
    setFields({
        {{tr("Share"), Kind::Number, tr("Of what the figure varies over the points")},
         [](const Effect& effect) { return format::percent(effect.share); },
         &Effect::share,
         tip},
        {{tr("Comes from"), Kind::Text, {}}, &Effect::what, {}, tip},
    });
}

EffectsPanel::EffectsPanel(QWidget* parent)
    : QWidget(parent), m_model(new EffectModel(this)),
      m_table(named(new CopyableTable(m_model, this), "effectsTable", tr("What makes the difference"))),
      m_about(named(new QLabel(this), "effectsAbout"))
{
    m_table->setItemDelegate(new NumberDelegate(m_table));
    m_about->setWordWrap(true);
    m_about->setProperty("muted", true);
    showEmptyText(*m_table, tr("Nothing can be said: it takes a sweep that has ended, two fields, and a figure that "
                               "varies."));
    setLayout(columnOf({{m_table, 1}, m_about}, 4));
}

void EffectsPanel::show(const QString& figure, const explore::DesignSpace& space,
                        const std::optional<explore::Sensitivity>& found)
{
    std::vector<Effect> effects;
    m_about->setVisible(found.has_value());
    if (!found)
        return m_model->setRows({});
    const auto title = [&](std::size_t axis) { return fieldTitle(space.axes[axis].path); };
    for (std::size_t i = 0; i < found->shares.size(); ++i)
        effects.push_back(
            {title(i), found->shares[i], tr("What the values of this field explain alone, whatever the others are")});
    double rest = found->together;
    for (const explore::Interaction& each : found->interactions) {
        rest -= each.share;
        effects.push_back({tr("%1 \u00d7 %2").arg(title(each.a), title(each.b)), each.share,
                           tr("They interact: what one of them does depends on the other")});
    }
    std::ranges::stable_sort(effects, std::ranges::greater(), &Effect::share);
    if (rest > kLeastTold)
        effects.push_back({tr("other combinations"), rest,
                           tr("What neither a field nor a pair in this list explains: three or more fields together, "
                              "and pairs with too few points")});
    m_model->setRows(std::move(effects));
    m_table->fitColumns();
    m_about->setText(tr("%1: up to %2 times apart. Fields with a \u00d7 interact: change them together.%3")
                         .arg(figure, QString::number(found->spread, 'f', 2),
                              space.sample ? tr(" Shares of a sample are estimates.")
                              : !space.conditions.empty()
                                  ? tr(" Fields whose values go together in this space share what they do.")
                                  : QString()));
    m_about->setToolTip(
        tr("The shares say from which field the differences come: of the variance of the logarithm of the "
           "figure over all points, the part that each field explains alone, and the part that two fields "
           "explain beyond that. Fields that only multiply what the others do have no interaction."));
}

QString EffectsPanel::summary() const
{
    constexpr std::size_t kMostParts = 4;
    QStringList parts;
    for (const Effect& effect : m_model->all())
        if (parts.size() < qsizetype(kMostParts) && effect.share > kLeastTold)
            parts << tr("%1 %2").arg(effect.what, format::percent(effect.share));
    return parts.join(QStringLiteral(", "));
}

} // namespace nestloom::ui
