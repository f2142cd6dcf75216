// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/mapping/design_import.h"
#include "ui/workbench/file_kind.h"

#include <QObject>
#include <QStringList>

#include <functional>
#include <vector>

namespace nestloom::ui {

class Workbench;

/// What came of one file.
struct OpenedFile {
    QString path; // absolute
    FileKind kind = FileKind::Unreadable;
    QString whyNot;          // one sentence; empty = it was opened
    bool isHandedOn = false; // to an import, which asks before anything is opened
};

/// Opens files of every kind, told by their content. Refused ones are also told through Workbench::problem.
class FileOpener : public QObject {
    Q_OBJECT
public:
    /// Shows a database of runs; false = it could not.
    using ShowRuns = std::function<bool(const QString& path)>;

    /// Begins to import a file of another format; the user decides about it later.
    using Import = std::function<void(const QString& path)>;

    /// Begins to import files of one other tool, which belong together.
    using ImportDesign = std::function<void(const QStringList& paths)>;
    /// Puts a mapping to the selected layer.
    using OpenMapping = std::function<Status(const QString& path)>;
    /// Opens an imported mapping as a draft of its layer; false when it cannot be one.
    using OpenDraft = std::function<bool(const mapping::DesignImport& import)>;
    /// Begins to read a large network of our own elsewhere; `open` shows it once that is done.
    using Prepare = std::function<void(const QString& path, const std::function<void()>& open)>;

    explicit FileOpener(Workbench& workbench, QObject* parent = nullptr);

    std::vector<OpenedFile> open(const QStringList& paths);
    /// Replaces what is done with databases of runs; at first they get a window of their own.
    void setShowRuns(ShowRuns show) { m_showRuns = std::move(show); }
    void setImport(Import import) { m_import = std::move(import); } // of ONNX files; without it they are refused
    void setImportDesign(ImportDesign import) { m_importDesign = std::move(import); } // the same for these
    void setOpenMapping(OpenMapping open) { m_openMapping = std::move(open); }        // and for mappings
    void setOpenDraft(OpenDraft open) { m_openDraft = std::move(open); }
    bool openDraft(const mapping::DesignImport& import) { return m_openDraft && m_openDraft(import); }
    void setPrepare(Prepare prepare) { m_prepare = std::move(prepare); }

Q_SIGNALS:
    void began(); // what was said of earlier files is over
    void opened(const QString& path, nestloom::ui::FileKind kind);
    void finished(const std::vector<nestloom::ui::OpenedFile>& files); // all of one open()

private:
    OpenedFile openOne(const QString& path, bool isOnly);
    bool isLeftToImports(const OpenedFile& file) const;
    void importDesigns(const std::vector<OpenedFile>& files);
    bool prepare(const OpenedFile& file);

    Workbench& m_workbench;
    ShowRuns m_showRuns;
    Import m_import;
    ImportDesign m_importDesign;
    OpenMapping m_openMapping;
    OpenDraft m_openDraft;
    Prepare m_prepare;
};

/// "2 files opened: a.yaml (accelerator), b.yaml (network). Not opened: ..."
QString openedWords(const std::vector<OpenedFile>& files);

} // namespace nestloom::ui
