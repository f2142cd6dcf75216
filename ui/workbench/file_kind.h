// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QByteArray;

namespace nestloom::ui {

/// What a file holds, told by its content; its name matters only where that is like nothing that is known.
enum class FileKind {
    Accelerator, // our YAML; also any text that is nothing else, so that its reader can say what is wrong
    Network,     // our YAML with the key `network`
    Runs,        // a database of runs
    OtherDatabase,
    Onnx,
    TimeloopYaml,      // architecture, problem, mapping or components of Timeloop
    AccelforgeYaml,    // architecture, workload or component costs of AccelForge
    TimeloopRecording, // JSON lines: what Timeloop counted
    Binary,
    Folder,
    Unreadable,
    Topology, // CSV of SCALE-Sim
    Mapping,  // JSON of one mapping, level by level
    Exported, // JSON that Nestloom writes for other programs
};

/// How many bytes from the beginning of a file are enough.
inline constexpr qint64 kFileHeadBytes = 64 * 1024;

FileKind detectFileKind(const QByteArray& head);
FileKind detectFile(const QString& path);

/// The database of this window. It and the files beside it are never opened here: closing them would drop the locks
/// that this process has on them (see store::Database), and other programs would write as if the window were gone.
void setOwnStore(const QString& path);
bool isOwnStore(const QString& path);

QString kindName(FileKind kind); // "accelerator", "database of runs"
/// Why a file of this kind cannot be opened, and what can be done instead, in one sentence; empty = it can be tried.
QString whyNotOpened(FileKind kind, const QString& path);

} // namespace nestloom::ui
