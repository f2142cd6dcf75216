// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/shared_list.h"

#include <QSettings>

#include <algorithm>

namespace nestloom::ui {

const QStringList& SharedList::read(const QSettings& settings)
{
    m_known = settings.value(m_key).toStringList();
    return m_known;
}

void SharedList::write(QSettings& settings, const QStringList& list, qsizetype most)
{
    QStringList all = list;
    for (const QString& entry : settings.value(m_key).toStringList())
        if (!m_known.contains(entry) && !all.contains(entry))
            all << entry;
    m_known = list;
    settings.setValue(m_key, all.first(std::min(most, all.size())));
}

} // namespace nestloom::ui
