// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/save_file.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QSaveFile>

namespace nestloom::ui {

Status saveFile(const QString& path, const QByteArray& content)
{
    if (const QFileInfo target(path); target.exists() && !target.isFile()) // a rename would put a file in its place
        return Error{
            ErrorCode::Io,
            QCoreApplication::translate("SaveFile", "%1 cannot be written: it is not a file").arg(path).toStdString(),
            {}};
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && file.write(content) == content.size() && file.flush() && file.commit())
        return success();
    const QString why = file.errorString();
    return Error{ErrorCode::Io,
                 QCoreApplication::translate("SaveFile", "%1 cannot be written: %2").arg(path, why).toStdString(),
                 {}};
}

} // namespace nestloom::ui
