// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/own_technologies.h"
#include "ui/ports/technology_files.h"

#include <QThreadPool>

#include <filesystem>
#include <memory>

namespace nestloom::app {

/// Tables of energies on this computer: presets, and files of a folder. Thread rule: lives on the GUI thread; one
/// thread writes, in the order of the requests; the destructor waits until everything is written.
class LocalTechnologyFiles final : public ui::TechnologyFiles {
    Q_OBJECT
public:
    /// Reads the tables at once: they are few and small. The folder is made when the first table is kept.
    explicit LocalTechnologyFiles(std::filesystem::path folder, QObject* parent = nullptr);
    ~LocalTechnologyFiles() override;

    std::vector<hardware::Technology> shipped() const override { return m_shipped; }
    std::vector<hardware::Technology> own() const override { return m_own; }
    QString folder() const override { return QString::fromStdString(m_folder.string()); }
    void keep(const std::vector<hardware::Technology>& own) override;
    Result<hardware::Technology> parse(const QString& yaml, const QString& fileName) const override;
    QString text(const hardware::Technology& technology) const override;

private:
    struct Files; // used on the thread only

    const std::filesystem::path m_folder;
    std::vector<hardware::Technology> m_shipped, m_own;
    std::shared_ptr<Files> m_files;
    QThreadPool m_thread;
};

} // namespace nestloom::app
