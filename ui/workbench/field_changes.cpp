// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/field_changes.h"

#include "ui/workbench/field_spec.h"

#include <QCoreApplication>

namespace nestloom::ui {

namespace {

QString shown(const FieldSpec& field, const hardware::Accelerator& accelerator)
{
    const QString text = field.text(accelerator);
    return text.isEmpty() ? field.placeholder : text;
}

} // namespace

std::vector<FieldChange> fieldChanges(const hardware::Accelerator& before, const hardware::Accelerator& after,
                                      const Session& session)
{
    if (before == after || !haveSameForm(before, after))
        return {};
    std::vector<FieldChange> changes;
    for (const FieldGroup& group : describeFields(after, session)) {
        for (const FieldSpec& field : group.fields) {
            FieldChange change{field.key, field.label, shown(field, before), shown(field, after)};
            if (change.before == change.after)
                continue;
            if (group.level)
                change.field =
                    QCoreApplication::translate("FieldChange", "%1, %2").arg(group.title, field.label.toLower());
            changes.push_back(std::move(change));
        }
    }
    return changes;
}

QString changeWords(const std::vector<FieldChange>& changes)
{
    if (changes.empty())
        return {};
    const FieldChange& first = changes.front();
    const QString words = QStringLiteral("%1 %2 \u2192 %3").arg(first.field, first.before, first.after);
    return changes.size() == 1
               ? words
               : QCoreApplication::translate("FieldChange", "%1 and %2 more").arg(words).arg(changes.size() - 1);
}

} // namespace nestloom::ui
