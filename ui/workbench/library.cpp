// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/library.h"

#include "ui/style/words.h"

#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>

namespace nestloom::ui {

namespace {

const QString kUnsaved = QStringLiteral("unsaved:"); // begins the path of what has no file

constexpr qint64 kMaxFileBytes = 16 * 1024 * 1024;

template <typename Entry>
std::optional<std::size_t> findByName(const std::vector<Entry>& entries, const QString& name)
{
    const auto it = std::ranges::find_if(entries, [&](const Entry& e) { return e.name == name; });
    if (it == entries.end())
        return std::nullopt;
    return std::size_t(it - entries.begin());
}

template <typename Entry>
std::size_t put(std::vector<Entry>& entries, Entry entry)
{
    const auto it = std::ranges::find_if(entries, [&](const Entry& e) { return e.path == entry.path; });
    if (it == entries.end()) {
        entries.push_back(std::move(entry));
        return entries.size() - 1;
    }
    *it = std::move(entry);
    return std::size_t(it - entries.begin());
}

} // namespace

bool isUnsaved(const QString& path) { return path.startsWith(kUnsaved); }

// "unsaved:resnet50" or, of one that is kept, "unsaved:resnet50:resnet50, image 320".
QString baseOf(const NetworkEntry& entry)
{
    return isUnsaved(entry.path) ? entry.path.section(QLatin1Char(':'), 1, 1) : QString();
}

bool isKept(const NetworkEntry& entry) { return isUnsaved(entry.path) && entry.path.count(QLatin1Char(':')) > 1; }

Library::Kind detectKind(const QString& yaml)
{
    static const QRegularExpression network(QStringLiteral("^[\"']?network[\"']?\\s*:"),
                                            QRegularExpression::MultilineOption);
    return yaml.contains(network) ? Library::Kind::Network : Library::Kind::Accelerator;
}

std::optional<std::pair<Library::Kind, QString>> brokenText(const QString& path)
{
    constexpr qint64 kLargest = 1 << 20; // bytes; accelerators have some thousands
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly) || file.size() > kLargest)
        return std::nullopt;
    const QString yaml = QString::fromUtf8(file.readAll());
    static const QRegularExpression key(QStringLiteral("^(accelerator|network)\\s*:"),
                                        QRegularExpression::MultilineOption);
    const QRegularExpressionMatch first = key.match(yaml);
    if (!first.hasMatch())
        return std::nullopt;
    return std::pair(first.captured(1) == u"network" ? Library::Kind::Network : Library::Kind::Accelerator, yaml);
}

Library::Library(const Session& session, QObject* parent)
    : QObject(parent), m_session(session), m_accelerators(session.accelerators()), m_networks(session.networks())
{
}

std::optional<std::size_t> Library::findAccelerator(const QString& name) const
{
    return findByName(m_accelerators, name);
}

std::optional<std::size_t> Library::findNetwork(const QString& name) const { return findByName(m_networks, name); }

std::shared_ptr<const hardware::Accelerator> Library::parsed(const AcceleratorEntry& entry) const
{
    Parsed& known = m_parsed[entry.path];
    if (known.yaml != entry.yaml) {
        const auto read = m_session.parseAccelerator(entry.yaml, entry.path);
        known = {entry.yaml, read ? std::make_shared<const hardware::Accelerator>(*read) : nullptr};
    }
    return known.accelerator;
}

bool Library::isUnlikePreset(const hardware::Accelerator& accelerator) const
{
    return std::ranges::any_of(m_accelerators, [&](const AcceleratorEntry& entry) {
        const auto preset = entry.preset && entry.name == qt(accelerator.name) ? parsed(entry) : nullptr;
        return preset && *preset != accelerator;
    });
}

Result<QString> textOfFile(const QString& path)
{
    QFile file(path);
    const std::string name = path.toStdString();
    if (QFileInfo(path).exists() && !QFileInfo(path).isFile())
        return Error{ErrorCode::Io, "the file cannot be read: it is a folder, a device or a pipe", name};
    if (!file.open(QIODevice::ReadOnly))
        return Error{ErrorCode::Io, "the file cannot be read: " + file.errorString().toStdString(), name};
    if (file.size() > kMaxFileBytes)
        return Error{ErrorCode::InvalidInput, "the file is larger than 16 MiB", name};
    return QString::fromUtf8(file.readAll());
}

Result<Library::Opened> Library::open(const QString& path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    TRY(const auto text, textOfFile(absolute));
    Result<Opened> opened =
        detectKind(text) == Kind::Network ? addNetwork(text, absolute) : addAccelerator(text, absolute);
    if (opened)
        Q_EMIT changed();
    return opened;
}

Result<Library::Opened> Library::addAccelerator(const QString& yaml, const QString& path)
{
    TRY(const auto parsed, m_session.parseAccelerator(yaml, QFileInfo(path).fileName()));
    return Opened{Kind::Accelerator, put(m_accelerators, {QString::fromStdString(parsed.name), path, yaml, false})};
}

Result<Library::Opened> Library::addNetwork(const QString& yaml, const QString& path)
{
    TRY(const auto parsed, m_session.parseNetwork(yaml, QFileInfo(path).fileName()));
    return Opened{Kind::Network, put(m_networks, {QString::fromStdString(parsed.name), path, yaml, false})};
}

QString Library::variantName(QString base) const
{
    if (const qsizetype at = base.indexOf(QStringLiteral("-variant")); at > 0)
        base.truncate(at);
    QString name = base + QStringLiteral("-variant");
    for (int number = 2; findAccelerator(name); ++number)
        name = QStringLiteral("%1-variant-%2").arg(base).arg(number);
    return name;
}

void Library::list(const AcceleratorEntry& entry)
{
    put(m_accelerators, entry);
    Q_EMIT changed();
}

AcceleratorEntry Library::addUnsaved(const QString& name, const QString& yaml)
{
    const std::size_t index = put(m_accelerators, {name, kUnsaved + name, yaml, false});
    Q_EMIT changed();
    return m_accelerators[index];
}

NetworkEntry Library::addSized(const QString& base, const QString& name, const QString& yaml, bool kept)
{
    const QString path = kUnsaved + base;
    if (kept)
        std::erase_if(m_networks, [&](const NetworkEntry& entry) { return entry.path == path && entry.name == name; });
    const std::size_t index = put(m_networks, {name, kept ? path + QLatin1Char(':') + name : path, yaml, false});
    NetworkEntry added = m_networks[index];
    Q_EMIT changed();
    return added;
}

void Library::listSized(const QString& name)
{
    const QStringList parts = name.split(QStringLiteral(", "));
    const auto found = findNetwork(parts.front());
    if (findNetwork(name) || !found)
        return;
    const NetworkEntry base = m_networks[*found];
    const std::vector<NetworkSize> known = m_session.networkSizes(base.yaml);
    std::map<QString, qint64> sizes;
    for (const QString& part : parts.mid(1)) {
        const QString key = part.section(QLatin1Char(' '), 0, 0);
        if (std::ranges::find(known, key, &NetworkSize::key) == known.end())
            return;
        sizes[key] = part.section(QLatin1Char(' '), 1).toLongLong();
    }
    if (const auto yaml = m_session.withSizes(base.yaml, sizes))
        addSized(base.name, name, *yaml, true);
}

void Library::removeSized(const NetworkEntry& entry)
{
    if (std::erase_if(m_networks, [path = entry.path](
                                      const NetworkEntry& each) { return isUnsaved(each.path) && each.path == path; })
        > 0)
        Q_EMIT changed();
}

void Library::removeUnsaved(const QString& path)
{
    const auto removed =
        std::remove_if(m_accelerators.begin(), m_accelerators.end(),
                       [&](const AcceleratorEntry& entry) { return isUnsaved(entry) && entry.path == path; });
    if (removed == m_accelerators.end())
        return;
    m_accelerators.erase(removed, m_accelerators.end());
    Q_EMIT changed();
}

QStringList Library::openedFiles() const
{
    QStringList paths;
    for (const AcceleratorEntry& entry : m_accelerators)
        if (!entry.preset && !isUnsaved(entry))
            paths << entry.path;
    for (const NetworkEntry& entry : m_networks)
        if (!entry.preset && baseOf(entry).isEmpty())
            paths << entry.path;
    return paths;
}

} // namespace nestloom::ui
