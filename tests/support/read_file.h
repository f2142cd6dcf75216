// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFile>

namespace nestloom::tests {

/// What is in a file; nothing when it cannot be read.
inline QByteArray bytesOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}
inline QString textOf(const QString& path) { return QString::fromUtf8(bytesOf(path)); }

} // namespace nestloom::tests
