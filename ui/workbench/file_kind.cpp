// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/file_kind.h"

#include "ui/style/words.h"
#include "ui/workbench/library.h"

#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

namespace nestloom::ui {

namespace {

bool isRunDatabase(const QByteArray& head)
{
    // The first pages of an SQLite file hold its schema as text.
    return head.contains("CREATE TABLE runs") && head.contains("accelerator_yaml");
}

/// A serialized ONNX ModelProto: begins with the field ir_version (1, a small number), then another field of the
/// message (2 to 8, 14 or 20), and holds bytes that no text has.
bool isOnnx(const QByteArray& head)
{
    if (head.size() < 4 || head[0] != 0x08 || head[1] < 1 || head[1] > 32)
        return false;
    const int field = static_cast<unsigned char>(head[2]) >> 3;
    return (field >= 2 && field <= 8) || field == 14 || field == 20;
}

bool isTimeloopYaml(const QString& text)
{
    static const QRegularExpression key(
        QStringLiteral("^(architecture|arch|problem|mapping|mapspace|mapspace_constraints|mapper|"
                       "architecture_constraints|constraints|components|compound_components|variables|ERT|ERT_summary|"
                       "ART|ART_summary|globals|sparse_optimizations|tree)\\s*:|^\\{\\{\\s*include_text"),
        QRegularExpression::MultilineOption);
    static const QRegularExpression ours(QStringLiteral("^[\"']?(accelerator|network)[\"']?\\s*:"),
                                         QRegularExpression::MultilineOption);
    return text.contains(key) && !text.contains(ours);
}

bool isAccelforgeYaml(const QString& text)
{
    static const QRegularExpression key(QStringLiteral("^(workload|component_costs)\\s*:"),
                                        QRegularExpression::MultilineOption);
    static const QRegularExpression arch(QStringLiteral("^arch\\s*:"), QRegularExpression::MultilineOption);
    static const QRegularExpression tag(QStringLiteral("^\\s*-\\s*!(Memory|Compute|Container|Toll)\\b"),
                                        QRegularExpression::MultilineOption);
    return text.contains(key) || (text.contains(arch) && text.contains(tag));
}

bool isTopology(const QString& text)
{
    static const QRegularExpression header(
        QStringLiteral("^\\s*layer[^,\\n]*,\\s*(ifmap height\\s*,\\s*ifmap width|m\\s*,\\s*n\\s*,\\s*k)\\b"),
        QRegularExpression::CaseInsensitiveOption);
    return header.match(text).hasMatch();
}

bool isMapping(const QString& text)
{
    return text.trimmed().startsWith(QLatin1Char('[')) && text.contains(QLatin1String("\"level\""))
           && (text.contains(QLatin1String("\"temporal\"")) || text.contains(QLatin1String("\"spatial\"")));
}

/// A run, a sweep, a comparison: an object with the version of its schema.
bool isExported(const QString& text)
{
    static const QRegularExpression schema(QStringLiteral("^\\s*\\{\\s*\"schema\"\\s*:\\s*\\d"));
    return schema.match(text).hasMatch();
}

} // namespace

FileKind detectFileKind(const QByteArray& head)
{
    if (head.startsWith(QByteArrayView("SQLite format 3\0", 16)))
        return isRunDatabase(head) ? FileKind::Runs : FileKind::OtherDatabase;
    if (isOnnx(head))
        return FileKind::Onnx;
    if (head.contains('\0'))
        return FileKind::Binary;
    const QString text = QString::fromUtf8(head);
    if (text.startsWith(QLatin1String("{\"")) && text.contains(QLatin1String("\"mapping\""))
        && text.contains(QLatin1String("\"arch\"")))
        return FileKind::TimeloopRecording;
    if (isMapping(text))
        return FileKind::Mapping;
    if (isExported(text))
        return FileKind::Exported;
    if (isAccelforgeYaml(text))
        return FileKind::AccelforgeYaml;
    if (isTimeloopYaml(text))
        return FileKind::TimeloopYaml;
    if (isTopology(text))
        return FileKind::Topology;
    return detectKind(text) == Library::Kind::Network ? FileKind::Network : FileKind::Accelerator;
}

namespace {

QString& ownStore()
{
    static QString path;
    return path;
}

} // namespace

void setOwnStore(const QString& path) { ownStore() = path; }

bool isOwnStore(const QString& path)
{
    const QString real = QFileInfo(path).canonicalFilePath();
    for (const char* ending : {"", "-wal", "-shm"})
        if (!ownStore().isEmpty() && !real.isEmpty()
            && real == QFileInfo(ownStore() + QLatin1String(ending)).canonicalFilePath())
            return true;
    return false;
}

FileKind detectFile(const QString& path)
{
    if (isOwnStore(path))
        return FileKind::Runs;
    const QFileInfo info(path);
    if (info.isDir())
        return FileKind::Folder;
    QFile file(path);
    if (!info.isFile() || !file.open(QIODevice::ReadOnly))
        return FileKind::Unreadable;
    const QByteArray head = file.read(kFileHeadBytes);
    const FileKind kind = detectFileKind(head);
    if ((kind != FileKind::Accelerator && kind != FileKind::Binary) || head.contains("accelerator:"))
        return kind;
    // Like nothing that is known: the reader that the name asks for says what is wrong.
    const QString suffix = info.suffix().toLower();
    return suffix == u"onnx" ? FileKind::Onnx : suffix == u"csv" ? FileKind::Topology : kind;
}

QString kindName(FileKind kind)
{
    switch (kind) {
    case FileKind::Accelerator: return Words::tr("accelerator");
    case FileKind::Network: return Words::tr("network");
    case FileKind::Runs: return Words::tr("database of runs");
    case FileKind::OtherDatabase: return Words::tr("another database");
    case FileKind::Onnx: return Words::tr("ONNX network");
    case FileKind::TimeloopYaml: return Words::tr("Timeloop YAML");
    case FileKind::AccelforgeYaml: return Words::tr("AccelForge YAML");
    case FileKind::TimeloopRecording: return Words::tr("recording of Timeloop");
    case FileKind::Binary: return Words::tr("no text");
    case FileKind::Folder: return Words::tr("folder");
    case FileKind::Unreadable: return Words::tr("unreadable");
    case FileKind::Topology: return Words::tr("SCALE-Sim topology");
    case FileKind::Mapping: return Words::tr("mapping");
    case FileKind::Exported: return Words::tr("exported JSON");
    }
    return {};
}

QString whyNotOpened(FileKind kind, const QString& path)
{
    const QString name = QFileInfo(path).fileName();
    switch (kind) {
    case FileKind::OtherDatabase:
        return Words::tr("%1 is an SQLite database, but holds no runs of Nestloom.").arg(name);
    case FileKind::Onnx:
        return Words::tr("%1 is an ONNX file, which is not read here; the command nestloom-cli import makes it YAML.")
            .arg(name);
    case FileKind::TimeloopYaml:
    case FileKind::AccelforgeYaml:
    case FileKind::Topology:
        return Words::tr(
                   "%1 is a file of another tool, which is not read here; the command nestloom-cli import makes it "
                   "YAML.")
            .arg(name);
    case FileKind::TimeloopRecording:
        return Words::tr("%1 is a recording of Timeloop; the command nestloom-cli conformance compares it.").arg(name);
    case FileKind::Mapping:
        return Words::tr("%1 is a mapping of one layer; edit the mapping of that layer and open it there.").arg(name);
    case FileKind::Exported:
        return Words::tr("%1 is what Nestloom wrote for other programs; to see its runs open their database, or one "
                         "layer's list \"mapping\" in a file of its own.")
            .arg(name);
    case FileKind::Binary:
        return name.endsWith(QStringLiteral(".onnx"), Qt::CaseInsensitive)
                   ? Words::tr("%1 is no ONNX file, or a damaged one.").arg(name)
                   : Words::tr("%1 is no text; accelerators and networks are YAML files.").arg(name);
    case FileKind::Folder: return Words::tr("%1 is a folder; choose the files in it.").arg(name);
    default: return {};
    }
}

} // namespace nestloom::ui
