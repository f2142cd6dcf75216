// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/sweep/sweep_form.h"

#include "ui/ports/sweeps.h"
#include "ui/style/words.h"

namespace nestloom::ui {

namespace {

constexpr const char *kAxes = "axes", *kPath = "path", *kValues = "values", *kLinks = "links",
                     *kConditions = "conditions", *kSampling = "sampling", *kDrawn = "drawn", *kFront = "front",
                     *kExtent = "extent", *kNetworks = "networks", *kEngine = "engine", *kObjective = "objective",
                     *kEvaluations = "evaluations", *kProve = "prove";

void put(QVariantMap& map, const char* key, const std::optional<int>& value)
{
    if (value)
        map[QLatin1String(key)] = *value;
}

std::optional<int> number(const QVariantMap& map, const char* key)
{
    const auto found = map.find(QLatin1String(key));
    return found == map.end() ? std::nullopt : std::optional(found->toInt());
}

const QString kBetween = QStringLiteral("; ");

} // namespace

QVariantMap toMap(const SweepForm& form)
{
    QVariantList axes;
    for (const SweepForm::Axis& axis : form.axes)
        axes << QVariantMap{{QLatin1String(kPath), axis.path}, {QLatin1String(kValues), axis.values}};
    QVariantMap map{{QLatin1String(kAxes), axes},
                    {QLatin1String(kLinks), form.links},
                    {QLatin1String(kConditions), form.conditions},
                    {QLatin1String(kDrawn), form.drawn},
                    {QLatin1String(kFront), form.front},
                    {QLatin1String(kExtent), form.extent},
                    {QLatin1String(kNetworks), form.networks},
                    {QLatin1String(kEngine), form.engine},
                    {QLatin1String(kProve), form.prove}};
    put(map, kSampling, form.sampling);
    put(map, kObjective, form.objective);
    put(map, kEvaluations, form.evaluations);
    return map;
}

SweepForm sweepForm(const QVariantMap& map)
{
    SweepForm form;
    for (const QVariant& each : map[QLatin1String(kAxes)].toList()) {
        const QVariantMap axis = each.toMap();
        form.axes.push_back({axis[QLatin1String(kPath)].toString(), axis[QLatin1String(kValues)].toString()});
    }
    form.links = map[QLatin1String(kLinks)].toString();
    form.conditions = map[QLatin1String(kConditions)].toString();
    form.sampling = number(map, kSampling);
    form.drawn = number(map, kDrawn).value_or(form.drawn);
    form.front = number(map, kFront).value_or(form.front);
    form.extent = number(map, kExtent).value_or(form.extent);
    form.networks = map[QLatin1String(kNetworks)].toStringList();
    form.engine = map[QLatin1String(kEngine)].toString();
    form.objective = number(map, kObjective);
    form.evaluations = number(map, kEvaluations);
    form.prove = map.value(QLatin1String(kProve), form.prove).toBool();
    return form;
}

SweepForm sweepForm(const explore::SweepInputs& inputs, const Sweeps& sweeps)
{
    SweepForm form;
    for (const explore::Axis& axis : inputs.space.axes) {
        QStringList values;
        for (const double value : axis.values)
            values << sweeps.valueText(kindOf(inputs.space, axis), value);
        form.axes.push_back({qt(axis.path), values.join(QStringLiteral(", "))});
    }
    QStringList links, conditions;
    for (const explore::LinkedField& link : inputs.space.links)
        links << qt(link.path + " = " + link.expression);
    for (const explore::Condition& condition : inputs.space.conditions)
        conditions << qt(condition.expression);
    form.links = links.join(kBetween);
    form.conditions = conditions.join(kBetween);
    if (const auto& sample = inputs.space.sample) {
        form.sampling = int(sample->kind);
        form.drawn = int(sample->count);
    }
    for (const workload::Network& network : inputs.networks)
        form.networks << qt(network.name);
    form.engine = qt(inputs.engine());
    if (inputs.nodes)
        form.objective = int(*schedule::objective(kapla::name(inputs.nodes->goal)));
    else if (!inputs.memory)
        form.objective = int(inputs.options.cosa.objective);
    form.evaluations = int(inputs.options.cosa.evaluations);
    form.prove = inputs.options.cosa.proveWithMip;
    return form;
}

} // namespace nestloom::ui
