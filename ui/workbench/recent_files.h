// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/workbench/file_kind.h"
#include "ui/workbench/shared_list.h"

#include <QObject>

#include <vector>

class QSettings;

namespace nestloom::ui {

/// Files that were opened or saved lately, the last one first.
class RecentFiles : public QObject {
    Q_OBJECT
public:
    struct File {
        QString path;
        FileKind kind = FileKind::Accelerator;
    };
    static constexpr std::size_t kKept = 12;

    using QObject::QObject;

    const std::vector<File>& files() const { return m_files; }
    void add(const QString& path, FileKind kind);
    void remove(const QString& path);
    void clear();

    void load(const QSettings& settings);
    void save(QSettings& settings);

Q_SIGNALS:
    void changed();

private:
    std::vector<File> m_files;
    SharedList m_stored{QStringLiteral("files/recent")};
};

} // namespace nestloom::ui
