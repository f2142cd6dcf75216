// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/mapping/kept_drafts.h"

#include "engine/mapping/mapping_text.h"
#include "ui/style/words.h"
#include "ui/workbench/mapping_draft.h"

#include <QSettings>

#include <algorithm>

namespace nestloom::ui::kept_drafts {

namespace {

const QString kGroup = QStringLiteral("mappingDrafts");

/// A key holds the name of the layer and the mapping as text.
QString keyOf(RunId run, std::size_t layer)
{
    return QStringLiteral("%1/run%2_layer%3").arg(kGroup).arg(run).arg(layer);
}

} // namespace

void keep(RunId run, const MappingDraft& draft)
{
    const schedule::LayerResult& origin = draft.origin();
    if (run == 0 || !draft.isEdited())
        return forget(run, origin.index);
    QSettings().setValue(
        keyOf(run, origin.index),
        QStringList{qt(origin.name), qt(mapping::print(draft.accelerator(), draft.layer(), draft.mapping()))});
}

void forget(RunId run, std::size_t layer)
{
    if (run != 0)
        QSettings().remove(keyOf(run, layer));
}

std::optional<mapping::LayerMapping> find(RunId run, std::size_t layer, const std::string& name,
                                          const hardware::Accelerator& accelerator)
{
    const QStringList kept = run == 0 ? QStringList() : QSettings().value(keyOf(run, layer)).toStringList();
    if (kept.size() != 2 || kept[0] != qt(name))
        return std::nullopt;
    const auto read = mapping::parse(accelerator, kept[1].toStdString());
    return read ? std::optional(*read) : std::nullopt;
}

QStringList list(const std::vector<RunSummary>& runs)
{
    QSettings settings;
    settings.beginGroup(kGroup);
    QStringList all;
    for (const QString& key : settings.childKeys()) {
        const RunId run = key.section(QLatin1Char('_'), 0, 0).mid(3).toLongLong();
        const QStringList kept = settings.value(key).toStringList();
        if (kept.size() == 2 && std::ranges::find(runs, run, &RunSummary::id) != runs.end())
            all << Words::tr("%1 of run %2").arg(kept[0]).arg(run);
    }
    return all;
}

} // namespace nestloom::ui::kept_drafts
