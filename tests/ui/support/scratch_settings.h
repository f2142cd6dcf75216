// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QSettings>
#include <QTemporaryDir>

namespace nestloom::ui {

/// Settings of its own for one test, so that no test sees the layout of another or of the user.
class ScratchSettings {
public:
    ScratchSettings()
    {
        QCoreApplication::setOrganizationName(QStringLiteral("nestloom"));
        QCoreApplication::setApplicationName(QStringLiteral("nestloom-test"));
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
        QSettings().clear();
    }
    QString path(const QString& name) const { return m_folder.filePath(name); }

private:
    QTemporaryDir m_folder;
};

} // namespace nestloom::ui
