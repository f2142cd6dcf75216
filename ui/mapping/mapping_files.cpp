// SPDX-License-Identifier: GPL-3.0-or-later
// How a mapping leaves the editor and comes in: as text, and as a run.
#include "ui/mapping/mapping_editor.h"

#include "engine/mapping/parse.h"
#include "engine/mapping/print.h"
#include "ui/mapping/edited_run.h"
#include "ui/mapping/mapping_draft.h"
#include "ui/workbench.h"

#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QSaveFile>

namespace nestloom::ui {

namespace {

constexpr qint64 kLargestText = 1 << 20; // bytes; a nest of 12 levels has some kilobytes

Error fileError(const QString& path, const QString& why)
{
    return {ErrorCode::Io, why.toStdString(), path.toStdString()};
}

/// In every form that the session reads; without a session that does, as the loop nest writes it.
Result<mapping::LayerMapping> read(Session& session, const hardware::Accelerator& accelerator, const std::string& text)
{
    const MappingImprover* improver = session.mappingImprover();
    return improver ? improver->read(accelerator, text) : mapping::parse(accelerator, text);
}

} // namespace

void MappingEditor::copyText() const { m_view->copyAsText(); }

void MappingEditor::pasteText(const QString& text)
{
    if (!m_draft)
        return;
    const auto mapping = read(m_workbench.session(), m_draft->accelerator(), text.toStdString());
    if (!mapping) {
        Q_EMIT problem(
            tr("The text is no mapping of this accelerator: %1").arg(QString::fromStdString(mapping.error().text())));
        return;
    }
    m_draft->change(*mapping, tr("mapping from text"));
}

Status MappingEditor::openText(const QString& path)
{
    QFile file(path);
    if (QFileInfo(path).exists() && !QFileInfo(path).isFile())
        return fileError(path, tr("it is a folder, a device or a pipe"));
    if (!file.open(QIODevice::ReadOnly))
        return fileError(path, file.errorString());
    if (file.size() > kLargestText)
        return fileError(path, tr("it is too large for a mapping"));
    if (!m_draft)
        return fileError(path, tr("select a layer to put the mapping to"));
    const auto mapping = read(m_workbench.session(), m_draft->accelerator(), file.readAll().toStdString());
    if (!mapping)
        return Error{mapping.error().code, mapping.error().text(), path.toStdString()};
    m_draft->change(*mapping, tr("mapping from a file"));
    return success();
}

Status MappingEditor::saveText(const QString& path) const
{
    QSaveFile file(path);
    const QByteArray text = m_view->asText().toUtf8();
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size() || !file.commit())
        return fileError(path, file.errorString());
    return success();
}

void MappingEditor::askOpen()
{
    auto* dialog =
        new QFileDialog(m_view->window(), tr("Open a mapping"), {}, tr("Mappings (*.txt *.json);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        if (const Status opened = openText(path); !opened)
            Q_EMIT problem(QString::fromStdString(opened.error().text()));
    });
    dialog->open();
}

void MappingEditor::askSave()
{
    auto* dialog = new QFileDialog(m_view->window(), tr("Save the mapping"), {}, tr("Mappings as text (*.txt)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("txt"));
    dialog->selectFile(QString::fromStdString(m_layer.name) + QStringLiteral(".txt"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        if (const Status saved = saveText(path); !saved)
            Q_EMIT problem(QString::fromStdString(saved.error().text()));
    });
    dialog->open();
}

QString MappingEditor::whyNotKeep() const
{
    if (!m_draft || !m_draft->isEdited())
        return tr("Nothing is edited.");
    if (!m_draft->isValid() || !m_draft->cost())
        return tr("The mapping is not valid.");
    if (!m_search.isAvailable())
        return tr("Runs are not stored.");
    if (m_keeping != 0)
        return tr("It is being stored.");
    return whyNotKeepFrom(m_workbench.run());
}

void MappingEditor::keep()
{
    MappingImprover* improver = m_workbench.session().mappingImprover();
    if (!improver || !whyNotKeep().isEmpty())
        return;
    const RunId run = m_workbench.run().storedRun();
    const QString layer = QString::fromStdString(m_draft->result().name);
    EditedRun kept{m_workbench.run().storedRequest(), layersWith(m_workbench.run(), m_draft->result()),
                   run != 0 ? tr("run %1 with the mapping of %2 edited by hand").arg(run).arg(layer)
                            : tr("mapping of %1 edited by hand").arg(layer)};
    m_keeping = improver->keep(kept);
    refreshBar();
}

} // namespace nestloom::ui
