// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/technology/technology_library.h"

#include "ui/ports/technology_files.h"

#include <QUndoCommand>

#include <algorithm>

namespace nestloom::ui {

using hardware::Technology;

namespace {

using Tables = TechnologyLibrary::Tables;

template <typename List>
auto findIn(List& tables, const QString& name)
{
    const std::string wanted = name.toStdString();
    return std::ranges::find_if(tables, [&](const Technology& table) { return table.name == wanted; });
}

void sortByName(Tables& tables)
{
    std::ranges::sort(tables, [](const Technology& a, const Technology& b) { return a.name < b.name; });
}

Error refusal(const std::string& sentence) { return {ErrorCode::InvalidInput, sentence, {}}; }

} // namespace

/// The own tables before and after, and which of them took the place of which.
class TechnologyStep : public QUndoCommand {
public:
    using Place = std::optional<Technology>;
    TechnologyStep(TechnologyLibrary& library, const QString& what, Tables after, Place from, Place to)
        : QUndoCommand(what), m_library(library), m_before(library.own()), m_after(std::move(after)),
          m_from(std::move(from)), m_to(std::move(to))
    {
    }
    void undo() override { m_library.become(m_before, m_to, m_from); }
    void redo() override { m_library.become(m_after, m_from, m_to); }

private:
    TechnologyLibrary& m_library;
    const Tables m_before, m_after;
    const Place m_from, m_to;
};

TechnologyLibrary::TechnologyLibrary(TechnologyFiles& files, QObject* parent)
    : QObject(parent), m_files(files), m_shipped(files.shipped()), m_own(files.own())
{
    sortByName(m_own);
}

const Technology* TechnologyLibrary::find(const QString& name) const
{
    for (const Tables* tables : {&m_shipped, &m_own})
        if (const auto found = findIn(*tables, name); found != tables->end())
            return &*found;
    return nullptr;
}

bool TechnologyLibrary::isShipped(const QString& name) const { return findIn(m_shipped, name) != m_shipped.end(); }

QString TechnologyLibrary::freeName(const QString& wanted) const
{
    QString name = wanted;
    for (int number = 2; find(name); ++number)
        name = QStringLiteral("%1 %2").arg(wanted).arg(number);
    return name;
}

Result<QString> TechnologyLibrary::change(const QString& name, Technology table, const QString& what)
{
    const Technology* found = find(name);
    if (!found)
        return refusal("there is no table " + name.toStdString());
    const Technology before = *found;
    if (table == before)
        return name;
    const bool isRenamed = table.name != before.name;
    if (isShipped(name) && !isRenamed)
        table.name = freeName(tr("my %1").arg(name)).toStdString();
    else if (isRenamed && find(QString::fromStdString(table.name)))
        return refusal("there is a table " + table.name + " already; choose another name");
    if (const auto findings = hardware::check(table); !findings.empty())
        return refusal(findings.front().message);
    Tables after = m_own;
    if (const auto own = findIn(after, name); own != after.end())
        *own = table;
    else
        after.push_back(table);
    sortByName(after);
    push(what, std::move(after), before, table);
    return QString::fromStdString(table.name);
}

QString TechnologyLibrary::copy(const QString& name)
{
    const Technology* found = find(name);
    if (!found)
        return {};
    Technology table = *found;
    table.name = freeName(isShipped(name) ? tr("my %1").arg(name) : name).toStdString();
    const auto added = add(std::move(table), tr("Copy %1").arg(name));
    return added ? *added : QString();
}

Result<QString> TechnologyLibrary::add(Technology table, const QString& what)
{
    table.name = freeName(QString::fromStdString(table.name)).toStdString();
    if (const auto findings = hardware::check(table); !findings.empty())
        return refusal(findings.front().message);
    Tables after = m_own;
    after.push_back(table);
    sortByName(after);
    const QString name = QString::fromStdString(table.name);
    push(what, std::move(after), std::nullopt, std::move(table));
    return name;
}

void TechnologyLibrary::remove(const QString& name)
{
    Tables after = m_own;
    const auto found = findIn(after, name);
    if (found == after.end())
        return;
    const Technology removed = *found;
    after.erase(found);
    push(tr("Remove %1").arg(name), std::move(after), removed, std::nullopt);
}

void TechnologyLibrary::push(const QString& what, Tables after, std::optional<Technology> from,
                             std::optional<Technology> to)
{
    m_history.push(new TechnologyStep(*this, what, std::move(after), std::move(from), std::move(to)));
}

void TechnologyLibrary::become(const Tables& own, const std::optional<Technology>& from,
                               const std::optional<Technology>& to)
{
    m_own = own;
    m_files.keep(m_own);
    Q_EMIT changed();
    if (to)
        Q_EMIT shownRequested(QString::fromStdString(to->name));
    if (from && to)
        Q_EMIT replaced(*from, *to);
}

bool takesEnergiesFrom(const hardware::Accelerator& accelerator, const Technology& technology,
                       const TechnologyLibrary& library)
{
    const std::string told = hardware::technologyNamed(accelerator);
    const bool tellsOfAnother = told != technology.name && library.find(QString::fromStdString(told));
    return !tellsOfAnother && hardware::hasEnergiesOf(accelerator, technology);
}

} // namespace nestloom::ui
