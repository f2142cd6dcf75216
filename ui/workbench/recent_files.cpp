// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/recent_files.h"

#include <QSettings>

#include <array>

namespace nestloom::ui {

namespace {

// As stored: "network /home/me/mine.yaml".
constexpr std::array kStored{std::pair{FileKind::Accelerator, "accelerator"},
                             std::pair{FileKind::Network, "network"},
                             std::pair{FileKind::Runs, "runs"},
                             std::pair{FileKind::Onnx, "onnx"},
                             std::pair{FileKind::TimeloopYaml, "timeloop"},
                             std::pair{FileKind::AccelforgeYaml, "accelforge"},
                             std::pair{FileKind::Topology, "topology"},
                             std::pair{FileKind::Mapping, "mapping"}};

} // namespace

void RecentFiles::add(const QString& path, FileKind kind)
{
    std::erase_if(m_files, [&](const File& file) { return file.path == path; });
    m_files.insert(m_files.begin(), {path, kind});
    if (m_files.size() > kKept)
        m_files.resize(kKept);
    Q_EMIT changed();
}

void RecentFiles::remove(const QString& path)
{
    if (std::erase_if(m_files, [&](const File& file) { return file.path == path; }) > 0)
        Q_EMIT changed();
}

void RecentFiles::clear()
{
    m_files.clear();
    Q_EMIT changed();
}

void RecentFiles::load(const QSettings& settings)
{
    m_files.clear();
    for (const QString& line : m_stored.read(settings))
        for (const auto& [kind, name] : kStored)
            if (line.section(QLatin1Char(' '), 0, 0) == QLatin1String(name) && m_files.size() < kKept)
                m_files.push_back({line.section(QLatin1Char(' '), 1), kind});
    Q_EMIT changed();
}

void RecentFiles::save(QSettings& settings)
{
    QStringList lines;
    for (const File& file : m_files)
        for (const auto& [kind, name] : kStored)
            if (kind == file.kind)
                lines << QLatin1String(name) + QLatin1Char(' ') + file.path;
    m_stored.write(settings, lines, kKept);
}

} // namespace nestloom::ui
