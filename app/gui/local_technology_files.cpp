// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/local_technology_files.h"

#include "app/gui/local_importer.h"
#include "app/presets_directory.h"
#include "app/write_file.h"
#include "engine/base/result.h"
#include "engine/io/technology_yaml.h"

#include <map>

namespace nestloom::app {

namespace fs = std::filesystem;

/// Which file holds which table. Files that hold none that could be read are never touched.
struct LocalTechnologyFiles::Files {
    struct Kept {
        fs::path path;
        std::string text;
    };
    std::map<std::string, Kept> byName;

    Status write(const fs::path& folder, const hardware::Technology& technology)
    {
        const std::string text = io::writeTechnology(technology);
        const auto known = byName.find(technology.name);
        if (known == byName.end()) {
            TRY(const auto path, keepFile(folder, technology.name, ".yaml", text));
            byName[technology.name] = {path, text};
            return success();
        }
        if (known->second.text == text)
            return success();
        const Status written = writeFile(known->second.path, text);
        if (written)
            known->second.text = text;
        return written;
    }

    void removeOthers(const std::vector<hardware::Technology>& own)
    {
        std::erase_if(byName, [&own](const auto& entry) {
            for (const hardware::Technology& technology : own)
                if (technology.name == entry.first)
                    return false;
            std::error_code error;
            fs::remove(entry.second.path, error);
            return true;
        });
    }
};

LocalTechnologyFiles::LocalTechnologyFiles(fs::path folder, QObject* parent)
    : ui::TechnologyFiles(parent), m_folder(std::move(folder)), m_files(std::make_shared<Files>())
{
    m_thread.setMaxThreadCount(1);
    for (const Preset& preset : presets(PresetKind::Technology))
        if (auto technology = io::readTechnology(preset.path))
            m_shipped.push_back(*std::move(technology));
    OwnTechnologies own = readOwnTechnologies(m_folder);
    for (OwnTechnology& one : own.tables) {
        m_files->byName[one.technology.name] = {one.path, io::writeTechnology(one.technology)};
        m_own.push_back(std::move(one.technology));
    }
    for (const std::string& sentence : own.unreadable)
        QMetaObject::invokeMethod(
            this, [this, sentence] { Q_EMIT failed(QString::fromStdString(sentence)); },
            Qt::QueuedConnection); // nobody listens yet
}

LocalTechnologyFiles::~LocalTechnologyFiles() { m_thread.waitForDone(); }

void LocalTechnologyFiles::keep(const std::vector<hardware::Technology>& own)
{
    m_own = own;
    m_thread.start([this, own, files = m_files, folder = m_folder] {
        const Status status = caught([&] {
            Status written = success();
            for (const hardware::Technology& technology : own)
                if (const Status one = files->write(folder, technology); !one)
                    written = one;
            if (written)
                files->removeOthers(own); // not while the new ones could not be written
            return written;
        });
        if (!status)
            QMetaObject::invokeMethod(
                this, [this, why = QString::fromStdString(status.error().text())] { Q_EMIT failed(why); },
                Qt::QueuedConnection);
    });
}

Result<hardware::Technology> LocalTechnologyFiles::parse(const QString& yaml, const QString& fileName) const
{
    return io::parseTechnology(yaml.toStdString(), fileName.toStdString());
}

QString LocalTechnologyFiles::text(const hardware::Technology& technology) const
{
    return QString::fromStdString(io::writeTechnology(technology));
}

} // namespace nestloom::app
