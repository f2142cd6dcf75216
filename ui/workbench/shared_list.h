// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

class QSettings;

namespace nestloom::ui {

/// A list in the settings that several windows of the program keep at once: what another one has added since this one
/// read or wrote it stays, what this one has taken out goes.
class SharedList {
public:
    explicit SharedList(QString key) : m_key(std::move(key)) {}

    const QStringList& read(const QSettings& settings);
    void write(QSettings& settings, const QStringList& list, qsizetype most = 1000);

private:
    const QString m_key;
    QStringList m_known; // read at first, and then what this window had when it wrote last
};

} // namespace nestloom::ui
