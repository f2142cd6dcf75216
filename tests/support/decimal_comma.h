// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QProcess>
#include <QTemporaryDir>

#include <clocale>
#include <cstdio>

namespace nestloom::tests {

/// While it lives, numbers of the C library have a decimal comma, as they have in the window under a German locale.
/// Where none is installed it makes one with localedef.
class DecimalComma {
public:
    DecimalComma() : m_before(std::setlocale(LC_NUMERIC, nullptr))
    {
        if (std::setlocale(LC_NUMERIC, "de_DE.UTF-8") == nullptr) {
            QProcess::execute(QStringLiteral("localedef"),
                              {QStringLiteral("-i"), QStringLiteral("de_DE"), QStringLiteral("-f"),
                               QStringLiteral("UTF-8"), m_folder.filePath(QStringLiteral("de_DE.UTF-8"))});
            qputenv("LOCPATH", m_folder.path().toUtf8());
            std::setlocale(LC_NUMERIC, "de_DE.UTF-8");
        }
    }
    ~DecimalComma()
    {
        std::setlocale(LC_NUMERIC, m_before.constData());
        qunsetenv("LOCPATH");
    }
    DecimalComma(const DecimalComma&) = delete;
    DecimalComma& operator=(const DecimalComma&) = delete;

    /// False where there is no such locale and none can be made.
    static bool isThere()
    {
        char text[8];
        std::snprintf(text, sizeof text, "%.1f", 0.5);
        return text[1] == ',';
    }

private:
    const QByteArray m_before;
    const QTemporaryDir m_folder;
};

} // namespace nestloom::tests
